//! One file per command. Results go to standard output, progress and errors to standard error; exit
//! status 0 means that all went well (for the claims: that every one agrees), 1 that a claim
//! differs, 2 that something could not be done.

mod beam;
mod book;
mod crawl;
mod descent;
mod float;
mod modes;
mod optimize;
mod options;
mod output;
mod progress;
mod reproduce;
mod serve;
mod timings;
mod turn;
mod verify;

use std::{io::Write, process::ExitCode};

use clap::{Parser, Subcommand};

/// Reduced-order soft bodies in which every number is computed and tested.
///
/// Without a command: reproduces the notebooks, prints the table of claims, draws the figures and
/// builds the book.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    reproduce: reproduce::Arguments,
}

#[derive(Subcommand)]
enum Command {
    /// Computes every claim of the notebooks and says whether it agrees
    Verify(verify::Arguments),
    /// Lets a cantilever sag in the full space or in a subspace (notebook 017)
    Beam(beam::Arguments),
    /// Turns the rest beam, and fits it in two subspaces with as many coordinates (notebook 017)
    Turn(turn::Arguments),
    /// Lets a body fall to the floor and crawl by its muscles (notebook 025)
    Crawl(crawl::Arguments),
    /// Takes one time step of a body moved by its muscles, and shows every iteration (notebook 025)
    Descent(descent::Arguments),
    /// Lets a body float in space, moved by its muscles alone (notebook 025)
    Float(float::Arguments),
    /// Searches for a gait that crawls far (notebook 025)
    Optimize(optimize::Arguments),
    /// Computes the lowest vibration modes of a mesh (notebooks 017 and 025)
    Modes(modes::Arguments),
    /// Times the full and the reduced solve on this machine (notebook 017)
    Timings(timings::Arguments),
    /// Builds or serves the book, without mdbook installed
    Book(book::Arguments),
    /// What mdbook runs while it builds the book
    #[command(hide = true)]
    Preprocess(book::PreprocessArguments),
}

/// Whether every claim agreed.
enum Outcome {
    Agrees,
    Differs,
}

pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command {
        None => reproduce::run(&cli.reproduce),
        Some(Command::Verify(arguments)) => verify::run(&arguments),
        Some(Command::Beam(arguments)) => beam::run(&arguments),
        Some(Command::Turn(arguments)) => turn::run(&arguments),
        Some(Command::Crawl(arguments)) => crawl::run(&arguments),
        Some(Command::Descent(arguments)) => descent::run(&arguments),
        Some(Command::Float(arguments)) => float::run(&arguments),
        Some(Command::Optimize(arguments)) => optimize::run(&arguments),
        Some(Command::Modes(arguments)) => modes::run(&arguments),
        Some(Command::Timings(arguments)) => timings::run(&arguments),
        Some(Command::Book(arguments)) => book::run(&arguments),
        Some(Command::Preprocess(arguments)) => book::preprocess(&arguments),
    };
    match outcome {
        Ok(Outcome::Agrees) => ExitCode::SUCCESS,
        Ok(Outcome::Differs) => ExitCode::from(1),
        Err(error) => {
            // Where standard error cannot be written either, the exit status has to do.
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::from(2)
        }
    }
}
