//! The command line of modebook.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
