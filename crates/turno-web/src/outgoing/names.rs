//! How a host name becomes addresses.

use std::io;
use std::net::IpAddr;

use async_trait::async_trait;

/// Looks host names up. What it answers is checked, and what was checked is dialled: it is asked once for each request.
#[async_trait]
pub trait Names: Send + Sync + 'static {
    /// The addresses of a host name.
    ///
    /// # Errors
    /// Where the name is unknown or cannot be looked up now.
    async fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>>;
}

/// As the operating system looks them up.
pub(super) struct SystemNames;

#[async_trait]
impl Names for SystemNames {
    async fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        let found = tokio::net::lookup_host((host, 0)).await?;
        Ok(found.map(|socket| socket.ip()).collect())
    }
}
