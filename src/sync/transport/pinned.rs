//! TLS to the one hub whose certificate a terminal has pinned, wherever it is today.

use std::fmt;
use std::io::{Read as _, Write as _};
use std::net::SocketAddr;
use std::sync::Arc;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, StreamOwned};
use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, LazyBuffers, NextTimeout, Transport, TransportAdapter,
};

use crate::sync::pin::NAME;

/// The name in the hub's certificate leads to its address, whatever that is today.
#[derive(Debug)]
pub struct Fixed(pub Vec<SocketAddr>);

impl Resolver for Fixed {
    fn resolve(&self, _: &Uri, _: &Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let mut found = self.empty();
        for socket in self.0.iter().take(4) {
            found.push(*socket);
        }
        Ok(found)
    }
}

/// Speaks TLS on every connection, by a configuration that trusts one certificate.
#[derive(Debug)]
pub struct PinnedTls(pub Arc<ClientConfig>);

impl<In: Transport> Connector<In> for PinnedTls {
    type Out = Encrypted;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        chained: Option<In>,
    ) -> Result<Option<Encrypted>, Error> {
        let Some(transport) = chained else {
            return Ok(None);
        };
        let name = ServerName::try_from(NAME).map_err(|_| Error::Tls("not a name"))?;
        let mut tls = ClientConnection::new(Arc::clone(&self.0), name)?;
        let mut socket =
            TransportAdapter::new(Box::new(transport) as _, details.current_time.clone());
        socket.set_timeout(details.timeout);
        tls.complete_io(&mut socket)?;
        let sizes = details.config;
        let buffers = LazyBuffers::new(sizes.input_buffer_size(), sizes.output_buffer_size());
        Ok(Some(Encrypted {
            buffers,
            stream: StreamOwned::new(tls, socket),
        }))
    }
}

/// An encrypted connection.
pub struct Encrypted {
    buffers: LazyBuffers,
    stream: StreamOwned<ClientConnection, TransportAdapter>,
}

impl fmt::Debug for Encrypted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Encrypted")
    }
}

impl Transport for Encrypted {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.stream.get_mut().set_timeout(timeout);
        let output = &self.buffers.output()[..amount];
        self.stream.write_all(output)?;
        Ok(())
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.stream.get_mut().set_timeout(timeout);
        let input = self.buffers.input_append_buf();
        let amount = self.stream.read(input)?;
        self.buffers.input_appended(amount);
        Ok(amount > 0)
    }

    fn is_open(&mut self) -> bool {
        self.stream.get_mut().get_mut().is_open()
    }

    fn is_tls(&self) -> bool {
        true
    }
}
