//! Certificate authorities that an operator trusts beside the system's.

use std::path::PathBuf;

use rustls::RootCertStore;
use rustls::pki_types::{CertificateDer, pem::PemObject};

use super::OutgoingOptionsError;

/// The certificates of these files.
pub(super) fn read(files: &[PathBuf]) -> Result<Vec<CertificateDer<'static>>, OutgoingOptionsError> {
    let mut all = Vec::new();
    for file in files {
        let wrong =
            |reason: String| OutgoingOptionsError::Certificate { path: file.display().to_string(), reason };
        let bytes = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
        let before = all.len();
        for certificate in CertificateDer::pem_slice_iter(&bytes) {
            let certificate = certificate.map_err(|error| wrong(error.to_string()))?;
            // Told now, not at the first request.
            RootCertStore::empty().add(certificate.clone()).map_err(|error| wrong(error.to_string()))?;
            all.push(certificate);
        }
        if all.len() == before {
            return Err(wrong("there is no certificate in it".to_owned()));
        }
    }
    Ok(all)
}
