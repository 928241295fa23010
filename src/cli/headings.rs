//! The headings of every help page, in both languages.

use clap::{Command, CommandFactory, FromArgMatches};

/// Reads the program's arguments by `T`'s description, its help pages under headings in Chinese and English.
///
/// # Errors
///
/// What clap says of wrong arguments; a request for help or the version counts as one.
pub fn parse<T: CommandFactory + FromArgMatches>() -> Result<T, clap::Error> {
    let command = titled(T::command());
    T::from_arg_matches(&command.try_get_matches()?)
}

fn titled(command: Command) -> Command {
    let mut parts = String::from("{about-with-newline}\n用法 Usage：{usage}\n");
    if command.get_positionals().next().is_some() {
        parts.push_str("\n参数 Arguments：\n{positionals}\n");
    }
    if command.has_subcommands() {
        parts.push_str("\n命令 Commands：\n{subcommands}\n");
    }
    parts.push_str("\n选项 Options：\n{options}{after-help}");
    let has_version = command.get_version().is_some();
    let command = command
        .help_template(parts)
        .disable_help_subcommand(true)
        .disable_help_flag(true)
        .arg(
            clap::Arg::new("help")
                .short('h')
                .long("help")
                .action(clap::ArgAction::Help)
                .help("显示说明。 Prints help"),
        );
    let command = if has_version {
        command.disable_version_flag(true).arg(
            clap::Arg::new("version")
                .short('V')
                .long("version")
                .action(clap::ArgAction::Version)
                .help("显示版本。 Prints the version"),
        )
    } else {
        command
    };
    command.mut_subcommands(titled)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    /// 一例。 An example
    #[derive(Parser)]
    struct Example {
        /// 文件。 A file
        _file: String,
    }

    #[test]
    fn headings_stand_in_both_languages() {
        let help = titled(Example::command()).render_help().to_string();
        for heading in ["用法 Usage", "参数 Arguments", "选项 Options", "显示说明"] {
            assert!(help.contains(heading), "{help}");
        }
        assert!(!help.contains("命令 Commands"), "{help}");
    }
}
