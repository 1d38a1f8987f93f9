//! Who is connected. Whoever has not greeted is counted apart, takes no place from those who have, and makes room for whoever comes
//! next: a gateway greets in a moment, and silence holds nobody up.

use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio_util::sync::CancellationToken;

use crate::options::GatewayLimits;

/// Where a connection comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// The Unix-domain socket.
    Socket,
    /// An address; of IPv6 the network, since whoever has one address there has all of it.
    Address(IpAddr),
}

impl Origin {
    pub(crate) fn of(address: IpAddr) -> Self {
        const NETWORK: u128 = u128::MAX << 64;
        Self::Address(match address.to_canonical() {
            IpAddr::V6(whole) if !whole.is_loopback() => {
                IpAddr::V6(Ipv6Addr::from_bits(whole.to_bits() & NETWORK))
            }
            whole @ (IpAddr::V4(_) | IpAddr::V6(_)) => whole,
        })
    }

    /// Whether it is on this machine.
    pub(crate) fn is_local(self) -> bool {
        match self {
            Self::Socket => true,
            Self::Address(address) => address.is_loopback(),
        }
    }
}

/// Counts the connections.
#[derive(Debug)]
pub(crate) struct Doors {
    connections: usize,
    connections_per_address: usize,
    ungreeted: usize,
    ungreeted_per_address: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    latest: u64,
    /// Who has not greeted, the one that came first in front.
    waiting: BTreeMap<u64, Waiting>,
    /// Those, and whoever is on the way out without having greeted.
    outside: usize,
    inside: usize,
    inside_of: BTreeMap<Origin, usize>,
}

#[derive(Debug)]
struct Waiting {
    origin: Origin,
    leave: CancellationToken,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Full {
    /// There are too many.
    Connections,
    /// There are too many from that address.
    Address,
}

/// A connection's place, until it is dropped.
#[derive(Debug)]
pub(crate) struct Visit {
    doors: Arc<Doors>,
    origin: Origin,
    number: u64,
    is_inside: bool,
    leave: CancellationToken,
}

impl Doors {
    pub(crate) fn new(limits: &GatewayLimits) -> Self {
        Self {
            connections: limits.connections,
            connections_per_address: limits.connections_per_address,
            ungreeted: limits.ungreeted.max(1),
            ungreeted_per_address: limits.ungreeted_per_address.max(1),
            state: Mutex::default(),
        }
    }

    /// Somebody connects. Where too many wait already, all or of that address, the one that came first has to leave. None: those
    /// that have to leave have not left yet.
    pub(crate) fn knock(self: &Arc<Self>, origin: Origin) -> Option<Visit> {
        let mut state = self.state();
        if state.outside >= self.ungreeted.saturating_mul(2) {
            return None;
        }
        let of_origin = |waiting: &Waiting| waiting.origin == origin;
        let is_one_too_many =
            state.waiting.values().filter(|waiting| of_origin(waiting)).count() >= self.ungreeted_per_address;
        let first = match is_one_too_many {
            true => state.waiting.iter().find(|(_, waiting)| of_origin(waiting)),
            false => state.waiting.first_key_value().filter(|_| state.waiting.len() >= self.ungreeted),
        };
        if let Some(first) = first.map(|(number, _)| *number)
            && let Some(waiting) = state.waiting.remove(&first)
        {
            waiting.leave.cancel();
        }
        state.latest += 1;
        state.outside += 1;
        let (number, leave) = (state.latest, CancellationToken::new());
        let waiting = Waiting { origin, leave: leave.clone() };
        state.waiting.insert(number, waiting);
        drop(state);
        Some(Visit { doors: Arc::clone(self), origin, number, is_inside: false, leave })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that can panic happens under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Visit {
    /// Cancelled where it has to make room for another; never once it is inside.
    pub(crate) fn leave(&self) -> CancellationToken {
        self.leave.clone()
    }

    /// It has greeted, and may.
    ///
    /// # Errors
    /// [`Full`] where there is no place.
    pub(crate) fn come_in(&mut self) -> Result<(), Full> {
        let mut state = self.doors.state();
        if state.inside >= self.doors.connections || !state.waiting.contains_key(&self.number) {
            return Err(Full::Connections);
        }
        let of_origin = state.inside_of.get(&self.origin).copied().unwrap_or_default();
        if !self.origin.is_local() && of_origin >= self.doors.connections_per_address {
            return Err(Full::Address);
        }
        state.waiting.remove(&self.number);
        state.outside -= 1;
        state.inside += 1;
        state.inside_of.insert(self.origin, of_origin + 1);
        self.is_inside = true;
        Ok(())
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut state = self.doors.state();
        if !self.is_inside {
            state.waiting.remove(&self.number);
            state.outside -= 1;
            return;
        }
        state.inside -= 1;
        match state.inside_of.get_mut(&self.origin) {
            Some(of_origin) if *of_origin > 1 => *of_origin -= 1,
            Some(_) | None => drop(state.inside_of.remove(&self.origin)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doors(limits: GatewayLimits) -> Arc<Doors> {
        Arc::new(Doors::new(&limits))
    }

    fn address(last: u8) -> Origin {
        Origin::of(IpAddr::from([192, 0, 2, last]))
    }

    #[test]
    fn who_is_silent_makes_room_for_who_comes_next() {
        let doors =
            doors(GatewayLimits { ungreeted: 3, ungreeted_per_address: 2, ..GatewayLimits::default() });
        let silent: Vec<Visit> = (0..2).map(|_| doors.knock(address(1)).unwrap()).collect();
        let gateway = doors.knock(address(2)).unwrap();
        // A third of the same address: its own first leaves. A fourth of all: the first of all.
        let third = doors.knock(address(1)).unwrap();
        let left = |visit: &Visit| visit.leave().is_cancelled();
        assert!(left(&silent[0]) && !left(&silent[1]) && !left(&gateway));
        let other = doors.knock(address(3)).unwrap();
        assert!(left(&silent[1]) && !left(&gateway) && !left(&third) && !left(&other));
        // Those who do not leave hold nobody's descriptors without end.
        let more: Vec<Option<Visit>> = (0..9).map(|last| doors.knock(address(10 + last))).collect();
        assert_eq!(more.iter().flatten().count(), 1);
        drop((silent, more));
        assert!(doors.knock(address(9)).is_some());
    }

    #[test]
    fn who_has_greeted_stays_and_silence_takes_none_of_the_places() {
        let doors = doors(GatewayLimits { connections: 2, ungreeted: 2, ..GatewayLimits::default() });
        let mut gateway = doors.knock(address(1)).unwrap();
        gateway.come_in().unwrap();
        for _ in 0..50 {
            drop(doors.knock(address(2)));
        }
        let _silent: Vec<Visit> = (0..2).filter_map(|_| doors.knock(address(2))).collect();
        assert!(!gateway.leave().is_cancelled());
        let mut second = doors.knock(address(3)).unwrap();
        second.come_in().unwrap();
        let mut third = doors.knock(address(4)).unwrap();
        assert_eq!(third.come_in(), Err(Full::Connections));
        drop(gateway);
        assert_eq!(third.come_in(), Ok(()));
    }

    #[test]
    fn one_address_has_not_all_of_the_places_and_this_machine_may() {
        let doors = doors(GatewayLimits { connections_per_address: 1, ..GatewayLimits::default() });
        let come = |origin: Origin| {
            let mut visit = doors.knock(origin).unwrap();
            visit.come_in().map(|()| visit)
        };
        let first = come(address(1)).unwrap();
        assert_eq!(come(address(1)).unwrap_err(), Full::Address);
        let _others =
            [come(address(2)).unwrap(), come(Origin::Socket).unwrap(), come(Origin::Socket).unwrap()];
        let home = Origin::of(IpAddr::from([127, 0, 0, 1]));
        let _at_home = [come(home).unwrap(), come(home).unwrap()];
        drop(first);
        assert!(come(address(1)).is_ok());
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let origin = |text: &str| Origin::of(text.parse().unwrap());
        assert_eq!(origin("2001:db8::1"), origin("2001:db8::ffff:2"));
        assert_ne!(origin("2001:db8::1"), origin("2001:db8:0:1::1"));
        assert_eq!(origin("::ffff:192.0.2.1"), address(1));
        assert!(
            origin("::1").is_local()
                && origin("::ffff:127.0.0.1").is_local()
                && !origin("2001:db8::1").is_local()
        );
    }
}
