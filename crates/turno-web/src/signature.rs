//! Signed webhooks, as the standard-webhooks specification has them.

use base64::{Engine, engine::general_purpose::STANDARD};
use ring::hmac;

use crate::secret::Secret;

/// What a secret of the specification begins with; what follows is Base64.
const PREFIX: &str = "whsec_";

/// The value of `webhook-signature`: `v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`.
///
/// A secret that begins with `whsec_` is the Base64 after it; any other is its own bytes.
///
/// # Errors
/// Where what follows `whsec_` is no Base64.
pub fn signature(secret: &Secret, id: &str, timestamp_seconds: i64, body: &[u8]) -> Result<String, String> {
    let key = signing_key(secret)?;
    let mut signed = format!("{id}.{timestamp_seconds}.").into_bytes();
    signed.extend_from_slice(body);
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &key), &signed);
    Ok(format!("v1,{}", STANDARD.encode(tag.as_ref())))
}

/// The bytes that a secret signs with.
///
/// # Errors
/// As [`signature`].
pub fn signing_key(secret: &Secret) -> Result<Vec<u8>, String> {
    let Some(encoded) = secret.expose().strip_prefix(PREFIX) else {
        return Ok(secret.expose().as_bytes().to_vec());
    };
    let key = STANDARD.decode(encoded).ok().filter(|key| !key.is_empty());
    key.ok_or_else(|| {
        format!(
            "what follows `{PREFIX}` is no Base64, so that nothing can be signed: copy the secret whole from the other side, \
             or take one that does not begin so"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_example_is_signed_alike() {
        let sign = |secret: &str, body: &[u8]| {
            signature(&Secret::new(secret), "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk", 1_649_367_553, body)
        };
        let body = br#"{"email":"test@example.com","username":"test_user"}"#;
        let published = "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=";
        assert_eq!(sign("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", body).unwrap(), published);
        // The call that TOOLS.md shows.
        let shown = signature(
            &Secret::new("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"),
            "terraza/test/tools-test/1795939190074",
            1_795_939_190,
            include_str!("../../turno-tools/TOOLS.md")
                .lines()
                .find_map(|line| line.strip_prefix("    {\"data\":").map(|rest| format!("{{\"data\":{rest}")))
                .unwrap()
                .as_bytes(),
        );
        assert!(include_str!("../../turno-tools/TOOLS.md").contains(&shown.unwrap()));
        assert_ne!(sign("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oE", body).unwrap(), published);
        assert_ne!(sign("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", b"{}").unwrap(), published);
        assert!(sign("own words", body).unwrap().starts_with("v1,"));
        for broken in ["whsec_***", "whsec_", "whsec_abc"] {
            assert!(sign(broken, body).unwrap_err().contains("Base64"), "{broken}");
        }
    }
}
