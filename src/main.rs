//! The `qipu` program: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    qipu::cli::main()
}
