//! The page for gateway authors is true: its transcript is played byte for byte, and its errors are all that there are.
//!
//! `TURNO_BLESS=1` writes the answers into the page anew.

mod common;

use std::{net::SocketAddr, path::PathBuf};

use common::{Scripted, connect, options, reply_to, start};
use turno_core::{Awaiting, Input, Reply, ReplyChoice, Timestamp};
use turno_gateway::ErrorCode;
use turno_runtime::{Delivery, Incoming, OutgoingBody, Refused};

#[tokio::test]
async fn the_transcript_is_what_happens() {
    let page = std::fs::read_to_string(page_path()).unwrap();
    let server = start(options(), Scripted::new(terraza())).await;
    let is_blessing = std::env::var_os("TURNO_BLESS").is_some();
    let played = play(&page, server.address, is_blessing).await;
    if is_blessing {
        std::fs::write(page_path(), &played).unwrap();
        return;
    }
    for (index, (page, played)) in page.lines().zip(played.lines()).enumerate() {
        assert_eq!(page, played, "PROTOCOL.md:{}; TURNO_BLESS=1 rewrites it", index + 1);
    }
    assert_eq!(page, played);
}

#[test]
fn every_error_is_explained() {
    let page = std::fs::read_to_string(page_path()).unwrap();
    for code in ErrorCode::ALL {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{}` |", code.name())));
        let row = row.unwrap_or_else(|| panic!("PROTOCOL.md does not explain {}", code.name()));
        assert_eq!(row.contains("*closed*"), code.closes(), "{row}");
    }
}

/// Plays the page's transcripts, one connection each, and gives back the page with the answers that came: after each
/// line as many as the page has there; all that come, where it is to be written anew.
async fn play(page: &str, address: SocketAddr, is_blessing: bool) -> String {
    let mut played = String::new();
    let mut client = None;
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        match line {
            "```transcript" => client = Some(connect(address).await),
            "```" => client = None,
            _ => {}
        }
        played.push_str(line);
        played.push('\n');
        let (Some(client), Some(frame)) = (&mut client, line.strip_prefix("> ")) else {
            continue;
        };
        client.send(frame).await;
        let mut expected = 0;
        while lines.next_if(|next| next.starts_with("< ")).is_some() {
            expected += 1;
        }
        let answers =
            if is_blessing { client.lines_until_quiet().await } else { client.lines(expected).await };
        for answer in answers {
            played.push_str(&format!("< {answer}\n"));
        }
    }
    played
}

/// Conversations that say what those of the demo restaurant say.
fn terraza() -> impl FnMut(&Delivery) -> Result<Vec<OutgoingBody>, Refused> + Send + 'static {
    |delivery| {
        Ok(match &delivery.incoming {
            Incoming::Turn(turn) if matches!(turn.input, Input::Text(_)) => vec![question()],
            Incoming::Turn(_) | Incoming::Resume { .. } => vec![booked()],
            Incoming::Ack { .. }
            | Incoming::Interrupt { .. }
            | Incoming::Close { .. }
            | Incoming::Journal { .. } => Vec::new(),
        })
    }
}

fn question() -> OutgoingBody {
    let words = "Confirmo: mesa para 4 personas, martes 20 de enero a las 8 de la noche, a nombre de Juan. ¿Es correcto?";
    let choice = |id: &str, title: &str| ReplyChoice { id: id.to_owned(), title: title.to_owned() };
    OutgoingBody::Reply(Reply {
        awaiting: Awaiting::Confirmation,
        choices: vec![
            choice("yes:1-1.4f0c9a1be27d83560c1e", "Sí"),
            choice("no:1-1.4f0c9a1be27d83560c1e", "No"),
        ],
        // 2026-01-19 12:02 in Mexico City, two minutes after the asking.
        expires_at: Some(Timestamp(1_768_845_720_000)),
        ..reply_to(1, "t-1", words)
    })
}

fn booked() -> OutgoingBody {
    OutgoingBody::Reply(reply_to(2, "t-2", "Listo, su mesa está reservada. Su código es RES-482173648."))
}

fn page_path() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../PROTOCOL.md"))
}
