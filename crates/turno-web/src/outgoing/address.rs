//! Which addresses may be dialled: public ones, and those that the operator lists.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Why an address is not dialled, in the words of who reads the refusal; none where it is a public one.
///
/// An IPv6 address that carries an IPv4 one (mapped, NAT64, 6to4, ISATAP) is what it carries.
pub(super) fn not_public(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => not_public_v4(address),
        IpAddr::V6(address) => not_public_v6(address),
    }
}

/// An entry of the operator's list: a network, one address, or a name, each with or without a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Allowed {
    what: Listed,
    port: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Listed {
    Network { first: u128, bits: u32 },
    Name(String),
}

impl Allowed {
    /// Reads `10.0.0.0/8`, `10.1.2.3`, `10.1.2.3:8000`, `fd00::/8`, `[fd00::1]:8000`, `pos.example:8000`, `pos.example`.
    /// None where it is none of them.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Ok(socket) = text.parse::<std::net::SocketAddr>() {
            return Some(Self { what: network(socket.ip(), None)?, port: Some(socket.port()) });
        }
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u32>().ok()?)),
            None => (text, None),
        };
        if let Ok(address) = address.trim_matches(['[', ']']).parse::<IpAddr>() {
            return Some(Self { what: network(address, bits)?, port: None });
        }
        let (name, port) = match text.split_once(':') {
            Some((name, port)) => (name, Some(port.parse().ok()?)),
            None => (text, None),
        };
        let is_name = !name.is_empty()
            && name.chars().any(|c| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'));
        is_name.then(|| Self { what: Listed::Name(plain_name(name)), port })
    }

    /// Whether it lets an address through at a port, where it was asked for by this name.
    pub(super) fn lets(&self, name: &str, address: IpAddr, port: u16) -> bool {
        self.port.is_none_or(|listed| listed == port)
            && match &self.what {
                Listed::Network { first, bits } => within(number(address), *first, *bits),
                Listed::Name(listed) => *listed == plain_name(name),
            }
    }

    /// Whether it names this port itself, so that the list of ports need not.
    pub(super) fn names_port(&self, port: u16) -> bool {
        self.port == Some(port)
    }
}

/// A host name as it is compared: in small letters, without the dot of the root.
pub(super) fn plain_name(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

const V4: [([u8; 4], u32, &str); 19] = [
    ([0, 0, 0, 0], 8, "it stands for this machine"),
    ([10, 0, 0, 0], 8, "it is private"),
    ([100, 64, 0, 0], 10, "it is private to a carrier"),
    ([127, 0, 0, 0], 8, "it is this machine"),
    ([168, 63, 129, 16], 32, "it is a cloud's metadata service"),
    ([169, 254, 0, 0], 16, "it is link-local, where clouds keep their metadata"),
    ([172, 16, 0, 0], 12, "it is private"),
    ([192, 0, 0, 0], 24, "it is reserved"),
    ([192, 0, 2, 0], 24, "it is for documentation"),
    ([192, 31, 196, 0], 24, "it is reserved"),
    ([192, 52, 193, 0], 24, "it is reserved"),
    ([192, 88, 99, 0], 24, "it is reserved"),
    ([192, 168, 0, 0], 16, "it is private"),
    ([192, 175, 48, 0], 24, "it is reserved"),
    ([198, 18, 0, 0], 15, "it is for measurements"),
    ([198, 51, 100, 0], 24, "it is for documentation"),
    ([203, 0, 113, 0], 24, "it is for documentation"),
    ([224, 0, 0, 0], 4, "it is for multicast"),
    ([240, 0, 0, 0], 4, "it is reserved"),
];

fn not_public_v4(address: Ipv4Addr) -> Option<&'static str> {
    V4.iter()
        .find(|(first, bits, _)| {
            within(number(address.into()), number(Ipv4Addr::from(*first).into()), 96 + bits)
        })
        .map(|(_, _, why)| *why)
}

/// Within the public part of IPv6, what is not public after all.
const V6: [([u16; 3], u32, &str); 4] = [
    // Teredo, ORCHID, benchmarks and the like: none of them is a server on the internet.
    ([0x2001, 0, 0], 23, "it is reserved"),
    ([0x2001, 0x0db8, 0], 32, "it is for documentation"),
    ([0x3fff, 0, 0], 20, "it is for documentation"),
    ([0x2620, 0x4f, 0x8000], 48, "it is reserved"),
];

fn not_public_v6(address: Ipv6Addr) -> Option<&'static str> {
    let parts = address.segments();
    let carried = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    if parts[..6] == [0, 0, 0, 0, 0, 0xffff] || parts[..6] == [0x64, 0xff9b, 0, 0, 0, 0] {
        return not_public_v4(carried(parts[6], parts[7]));
    }
    if parts[0] == 0x2002 {
        return not_public_v4(carried(parts[1], parts[2]));
    }
    if matches!(parts[4], 0 | 0x0200) && parts[5] == 0x5efe {
        return not_public_v4(carried(parts[6], parts[7]));
    }
    match parts[0] {
        0 if parts[1..7] == [0; 6] => Some("it is this machine"),
        0x0064 => Some("it is private"),
        0xfc00..=0xfdff => Some("it is private"),
        0xfe80..=0xfebf => Some("it is link-local"),
        0xfec0..=0xfeff => Some("it is private"),
        0xff00..=0xffff => Some("it is for multicast"),
        0x2000..=0x3fff => V6
            .iter()
            .find(|(first, bits, _)| {
                let [a, b, c] = *first;
                within(u128::from(address), u128::from(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0)), *bits)
            })
            .map(|(_, _, why)| *why),
        _ => Some("it is reserved"),
    }
}

/// A listed network; none where it has more bits than its kind of address.
fn network(address: IpAddr, bits: Option<u32>) -> Option<Listed> {
    let (width, offset) = match address {
        IpAddr::V4(_) => (32, 96),
        IpAddr::V6(_) => (128, 0),
    };
    let bits = bits.unwrap_or(width);
    (bits <= width).then(|| Listed::Network { first: number(address), bits: offset + bits })
}

/// One number for an address of either kind: an IPv4 one as IPv6 carries it.
fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => u128::from(address.to_ipv6_mapped()),
        IpAddr::V6(address) => u128::from(address),
    }
}

fn within(address: u128, first: u128, bits: u32) -> bool {
    let mask = u128::MAX.checked_shl(128 - bits).unwrap_or(0);
    address & mask == first & mask
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFUSED: &str = "
        0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 100.100.100.200 127.0.0.1
        127.255.0.9 168.63.129.16 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255
        192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.1 198.51.100.7
        203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1
        ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 64:ff9b::10.0.0.1 64:ff9b::a9fe:a9fe
        64:ff9b:1::1 100::1 2001::1 2001:0:53aa:64c::1 2001:10::1 2001:db8::1 3fff::1 2002:7f00:1::
        2002:a00:1::1 2002:c0a8:101::1 fc00::1 fd00:ec2::254 fe80::1 febf::1 fec0::1 ff02::1
        2606:4700::5efe:10.0.0.1 2606:4700::200:5efe:127.0.0.1 5f00::1 4000::1";

    const PUBLIC: &str = "
        1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
        169.253.255.255 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255
        198.20.0.0 223.255.255.255 2606:4700:4700::1111 2a00:1450::1 ::ffff:8.8.8.8 64:ff9b::8.8.8.8
        2002:808:808::1 2001:4860:4860::8888";

    #[test]
    fn only_public_addresses_are_public() {
        for refused in REFUSED.split_whitespace() {
            assert!(not_public(refused.parse().unwrap()).is_some(), "{refused}");
        }
        for public in PUBLIC.split_whitespace() {
            assert_eq!(not_public(public.parse().unwrap()), None, "{public}");
        }
    }

    #[test]
    fn the_operators_list_names_networks_addresses_and_names() {
        let lets = |entry: &str, name: &str, address: &str, port| {
            Allowed::read(entry).unwrap().lets(name, address.parse().unwrap(), port)
        };
        assert!(lets("10.0.0.0/8", "pos", "10.9.8.7", 80));
        assert!(
            lets("10.0.0.0/8", "pos", "::ffff:10.9.8.7", 80),
            "a mapped address is the one that it carries"
        );
        assert!(!lets("10.0.0.0/8", "pos", "11.0.0.1", 80));
        assert!(lets("10.1.2.3:8000", "10.1.2.3", "10.1.2.3", 8000));
        assert!(!lets("10.1.2.3:8000", "10.1.2.3", "10.1.2.3", 8001));
        assert!(!lets("10.1.2.3", "10.1.2.4", "10.1.2.4", 80));
        assert!(lets("fd00::/8", "pos", "fd12::1", 80));
        assert!(lets("[fd00::1]:8000", "pos", "fd00::1", 8000));
        assert!(lets("[fd00::1]", "pos", "fd00::1", 1));
        assert!(lets("POS.local:8000", "pos.local.", "192.168.1.4", 8000));
        assert!(!lets("pos.local:8000", "other.local", "192.168.1.4", 8000));
        assert!(lets("0.0.0.0/0", "x", "127.0.0.1", 80));
        assert!(!lets("0.0.0.0/0", "x", "fd00::1", 80), "all of IPv4 is not IPv6");
        for wrong in
            ["", "10.0.0.0/33", "fd00::/129", "10.0.0/8", "1.2.3.4:port", "a b", "http://x", "/8", "12:80"]
        {
            assert_eq!(Allowed::read(wrong), None, "{wrong}");
        }
    }
}
