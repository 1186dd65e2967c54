//! `book build` and `book serve`, on a small book.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use super::{MODEBOOK, modebook, refused};

fn write_book(folder: &Path, page: &str) {
    let files = [
        ("book.toml", "[book]\ntitle = \"small\"\n[build]\nbuild-dir = \"../built\"\n"),
        ("src/SUMMARY.md", "- [Page](page.md)\n"),
        ("src/page.md", page),
    ];
    for (path, text) in files {
        let file = folder.join("book").join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("created");
        fs::write(file, text).expect("written");
    }
}

/// Ends a server when a test ends, however it ends.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server answers");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
        .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("received");
    answer
}

/// Demos are found in cargo's folder, where the program is, and become part of the book. What an
/// earlier build of the book in the folder has kept is still good.
fn check_demos(folder: &Path) {
    let program = folder.join("target/release/modebook");
    fs::create_dir_all(program.parent().expect("a folder")).expect("created");
    fs::hard_link(MODEBOOK, &program)
        .or_else(|_| fs::copy(MODEBOOK, &program).map(drop))
        .expect("the program in another folder");
    let build = || {
        let mut command = Command::new(&program);
        command.args(["book", "build"]).arg(folder.join("book"));
        assert!(command.stdout(Stdio::null()).status().expect("the binary runs").success());
        fs::read_to_string(folder.join("built/page.html")).expect("a page")
    };
    fs::write(folder.join("book/src/page.md"), "# Page\n\n{{#demo 017-sag}}\n").expect("written");
    let still = build();
    assert!(still.contains("data-demo=\"017-sag\"") && !still.contains("data-live"), "{still}");

    let demos = folder.join("target/demos");
    fs::create_dir_all(&demos).expect("created");
    for (file, text) in [("017-sag.js", "export"), ("demos.wasm", "module")] {
        fs::write(demos.join(file), text).expect("written");
    }
    let live = build();
    assert!(live.contains("data-live=\"generated/demos/017-sag.js\""), "{live}");
    for parent in ["built", "book/src"] {
        let copy = folder.join(parent).join("generated/demos/demos.wasm");
        assert_eq!(fs::read_to_string(&copy).expect("copied"), "module");
    }

    fs::remove_dir_all(&demos).expect("removed");
    assert_eq!(build(), still);
    assert!(!folder.join("book/src/generated/demos").exists());
}

#[test]
fn a_book_is_built_once_and_served_as_it_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    write_book(folder.path(), "# Page\n\nThe beam is {{#value 017.width}} m long.\n");
    let book = folder.path().join("book");
    let book = book.to_str().expect("UTF-8");
    let built = modebook(&["book", "build", book]);
    assert_eq!(built.status.code(), Some(0), "{}", String::from_utf8_lossy(&built.stderr));
    let kept = folder.path().join("built-cache/contents.json");
    let first = fs::metadata(&kept).expect("what was computed is kept").modified().expect("a time");

    let mut server = Server(
        Command::new(MODEBOOK)
            .args(["book", "serve", book, "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs"),
    );
    let mut line = String::new();
    let stdout = server.0.stdout.take().expect("piped");
    BufReader::new(stdout).read_line(&mut line).expect("an address");
    let (_, rest) = line.split_once("http://").expect("an address");
    let address = rest.split(';').next().expect("an address");
    assert_eq!(fs::metadata(&kept).expect("still there").modified().expect("a time"), first);

    let page = get(address, "/page.html");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains(">4</span> m long."), "{page}");
    assert!(page.contains("__livereload"), "the page reloads itself");
    assert!(get(address, "/nothing.html").starts_with("HTTP/1.1 404"));

    let changed = "It is {{#value 017.height}} m high.\n";
    fs::write(folder.path().join("book/src/page.md"), changed).expect("written");
    let start = Instant::now();
    while !get(address, "/page.html").contains(">0.5</span> m high.") {
        assert!(start.elapsed() < Duration::from_secs(60), "the change is never served");
        sleep(Duration::from_millis(50));
    }
    drop(server);
    check_demos(folder.path());
}

#[test]
fn serving_refuses_what_it_cannot_do() {
    refused(&["book", "serve", "nowhere", "--port", "0"], &["nowhere", "book.toml"]);
    let taken = std::net::TcpListener::bind("localhost:0").expect("a free port");
    let port = taken.local_addr().expect("bound").port().to_string();
    refused(&["book", "serve", "--port", &port], &["cannot listen", "--port"]);
}
