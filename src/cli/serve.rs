use std::{
    net::{SocketAddr, TcpListener, ToSocketAddrs},
    path::{Path, PathBuf},
    sync::mpsc,
    thread,
    time::Duration,
};

use anyhow::{Context, Result};
use axum::{
    Router,
    extract::ws::{Message, WebSocketUpgrade},
    routing::get,
};
use clap::Args;
use modebook::book::Builder;
use notify_debouncer_mini::{new_debouncer, notify::RecursiveMode};
use tokio::{runtime, sync::broadcast};
use tower_http::services::{ServeDir, ServeFile};

use super::{Outcome, output, progress};

#[derive(Args)]
pub struct Arguments {
    /// Folder of the book's source
    #[arg(default_value = "book")]
    book: PathBuf,
    /// Name or address to listen on
    #[arg(long, short = 'n', default_value = "localhost")]
    hostname: String,
    /// Port to listen on; 0 takes a free one
    #[arg(long, short, default_value_t = 3000)]
    port: u16,
    /// Open the book in a browser
    #[arg(long, short)]
    open: bool,
}

/// Where pages wait to be told that they have changed.
const LIVE_RELOAD: &str = "__livereload";

/// Serves the book, and builds it again when its pages change, until it is interrupted.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let Arguments { book, hostname, port, open } = arguments;
    let listener = listen(hostname, *port)?;
    let progress = progress::spinner("running the notebooks and building the book");
    let builder = Builder::new(book, None)?.with_live_reload(LIVE_RELOAD);
    let pages = builder.build()?;
    progress.finish_and_clear();

    let (reload, _) = broadcast::channel(1);
    let address = format!("http://{hostname}:{}", listener.local_addr()?.port());
    let server = {
        let reload = reload.clone();
        thread::spawn(move || serve(listener, &pages, &reload))
    };
    output::print(&format!("The book is at {address}; Ctrl-C ends."))?;
    if *open && let Err(error) = opener::open_browser(&address) {
        output::warn(&format!("no browser could be opened ({error}): open {address} yourself"));
    }
    thread::spawn(move || {
        if let Err(error) = watch(&builder, &reload) {
            output::warn(&format!("changes are not seen any more: {error:#}"));
        }
    });
    server.join().expect("the server does not panic")?;
    Ok(Outcome::Agrees)
}

fn listen(hostname: &str, port: u16) -> Result<TcpListener> {
    let addresses: Vec<SocketAddr> = (hostname, port)
        .to_socket_addrs()
        .with_context(|| format!("--hostname {hostname} is no name of this machine"))?
        .collect();
    TcpListener::bind(&addresses[..])
        .with_context(|| format!("cannot listen on {hostname}:{port}: name another --port"))
}

/// Answers requests for the pages, and keeps open the sockets that say when to reload.
fn serve(listener: TcpListener, pages: &Path, reload: &broadcast::Sender<()>) -> Result<()> {
    let reload = reload.clone();
    let wait_for_reload = move |upgrade: WebSocketUpgrade| async move {
        let mut reloads = reload.subscribe();
        upgrade.on_upgrade(|mut socket| async move {
            if reloads.recv().await.is_ok() {
                // A page that has been left is none that has to be told.
                let _ = socket.send(Message::text("reload")).await;
            }
        })
    };
    let files = ServeDir::new(pages).not_found_service(ServeFile::new(pages.join("404.html")));
    let site = Router::new()
        .route(&format!("/{LIVE_RELOAD}"), get(wait_for_reload))
        .fallback_service(files);
    listener.set_nonblocking(true)?;
    runtime::Builder::new_current_thread().enable_io().build()?.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        axum::serve(listener, site).await
    })?;
    Ok(())
}

/// Builds the book again whenever what it is made from changes, and tells its open pages.
fn watch(builder: &Builder, reload: &broadcast::Sender<()>) -> Result<()> {
    let (sender, changes) = mpsc::channel();
    let mut debouncer = new_debouncer(Duration::from_millis(200), sender)?;
    for folder in builder.watched()? {
        debouncer.watcher().watch(&folder, RecursiveMode::Recursive)?;
    }
    for events in changes {
        if events?.iter().any(|event| builder.is_made_from(&event.path)) {
            match builder.build() {
                // Without open pages there is no one to be told.
                Ok(_) => drop(reload.send(())),
                Err(error) => output::warn(&format!("{:#}", anyhow::Error::new(error))),
            }
        }
    }
    Ok(())
}
