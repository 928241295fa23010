//! Finding the hub in the hall by mDNS (`_qipu._tcp`).

use std::net::IpAddr;
use std::time::{Duration, Instant};

use mdns_sd::{ServiceDaemon, ServiceEvent, ServiceInfo};

/// The service's type.
const TYPE: &str = "_qipu._tcp.local.";

/// A hub that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The name it goes by.
    pub name: String,
    /// Its address, `host:port`.
    pub address: String,
    /// Whether it speaks TLS.
    pub encrypted: bool,
}

/// A hub that can be found; no longer when dropped.
pub struct Announced {
    daemon: ServiceDaemon,
}

impl std::fmt::Debug for Announced {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Announced")
    }
}

impl Drop for Announced {
    fn drop(&mut self) {
        // Nobody waits for the goodbye.
        let _ = self.daemon.shutdown();
    }
}

/// Lets a hub be found.
///
/// # Errors
/// One line; a hub that cannot be found can still be typed in.
pub fn announce(name: &str, port: u16, encrypted: bool) -> Result<Announced, String> {
    let fault = |error: mdns_sd::Error| format!("mDNS: {error}");
    let daemon = ServiceDaemon::new().map_err(fault)?;
    let host = format!("qipu-{port}.local.");
    let tls = if encrypted { "1" } else { "0" };
    let service = ServiceInfo::new(TYPE, name, &host, "", port, &[("tls", tls)][..])
        .map_err(fault)?
        .enable_addr_auto();
    daemon.register(service).map_err(fault)?;
    Ok(Announced { daemon })
}

/// The hubs that answer within so long.
///
/// # Errors
/// One line, when the network cannot be asked.
pub fn find(wait: Duration) -> Result<Vec<Found>, String> {
    let fault = |error: mdns_sd::Error| format!("mDNS: {error}");
    let daemon = ServiceDaemon::new().map_err(fault)?;
    let events = daemon.browse(TYPE).map_err(fault)?;
    let until = Instant::now() + wait;
    let mut found: Vec<Found> = Vec::new();
    while let Ok(event) = events.recv_timeout(until.saturating_duration_since(Instant::now())) {
        let ServiceEvent::ServiceResolved(service) = event else {
            continue;
        };
        let name = service
            .get_fullname()
            .trim_end_matches(TYPE)
            .trim_end_matches('.')
            .to_owned();
        // The hall's network speaks IPv4; of several addresses the first in order, so that two
        // terminals choose the same.
        let mut addresses: Vec<IpAddr> = service
            .get_addresses_v4()
            .into_iter()
            .map(IpAddr::V4)
            .collect();
        addresses.sort();
        let Some(address) = addresses.first() else {
            continue;
        };
        let address = format!("{address}:{}", service.get_port());
        if found.iter().all(|known| known.address != address) {
            let encrypted = service.get_property_val_str("tls") == Some("1");
            found.push(Found {
                name,
                address,
                encrypted,
            });
        }
    }
    // Nobody waits for the goodbye.
    let _ = daemon.shutdown();
    Ok(found)
}
