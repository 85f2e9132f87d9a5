// A map: what each shell needs quoted; then a writer for each shell; CompletionScript picks one.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/describe.h"
#include "apps/cli/described_app.h"
#include "base/check.h"

namespace assay {
namespace {

// Everything between single quotes; a quote itself ends them, stands escaped and begins them again.
std::string Quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// With a backslash before each of `special`.
std::string Escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != special.npos) out += '\\';
    out += c;
  }
  return out;
}

// "--pin --json -h": all of a command.
std::string Words(const DescribedCommand& command) {
  std::vector<std::string> words;
  for (const DescribedOption& option : command.options) {
    for (const std::string& name : option.long_names) words.push_back("--" + name);
    for (const std::string& name : option.short_names) words.push_back("-" + name);
  }
  return fmt::format("{}", fmt::join(words, " "));
}

std::string Bash(const DescribedCommand& app, const std::vector<DescribedCommand>& commands,
                 const Choices& choices) {
  std::vector<std::string> names;
  std::string options, values;
  for (const DescribedCommand& command : commands) {
    names.push_back(command.name);
    options += fmt::format("    {}) options={} ;;\n", command.name, Quoted(Words(command)));
    for (const DescribedOption& option : command.options) {
      if (option.long_names.empty()) continue;
      const auto allowed = choices(option.long_names[0]);
      if (allowed.empty()) continue;
      values += fmt::format("    '{} --{}') COMPREPLY=($(compgen -W {} -- \"$word\")); return ;;\n",
                            command.name, option.long_names[0],
                            Quoted(fmt::format("{}", fmt::join(allowed, " "))));
    }
  }
  return fmt::format(R"(# Completion of {0} for bash, made by `{0} completion bash`.
_{0}() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} command= options= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${{COMP_WORDS[i]}} in
      -*) ;;
      *) command=${{COMP_WORDS[i]}}; break ;;
    esac
  done
  case "$command ${{COMP_WORDS[COMP_CWORD - 1]}}" in
{1}  esac
  case $command in
    '') COMPREPLY=($(compgen -W {2} -- "$word")); return ;;
{3}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F _{0} {0}
)",
                     app.name, values,
                     Quoted(fmt::format("{} {}", fmt::join(names, " "), Words(app))), options);
}

// One option as _arguments of zsh reads it: '(-h --help)'{-h,--help}'[text]:value:_files'.
std::string ZshOption(const DescribedOption& option, const Choices& choices) {
  std::string name =
      option.long_names.empty() ? "-" + option.short_names[0] : "--" + option.long_names[0];
  std::string spec = name + "[" + Escaped(option.about, "[]:\\") + "]";
  if (option.takes_value) {
    const auto allowed = choices(option.long_names.empty() ? "" : option.long_names[0]);
    spec += allowed.empty() ? ":value:_files" : fmt::format(":value:({})", fmt::join(allowed, " "));
  }
  return Quoted((option.takes_value ? "*" : "") + spec);
}

std::string Zsh(const DescribedCommand& app, const std::vector<DescribedCommand>& commands,
                const Choices& choices) {
  std::string names, cases;
  for (const DescribedCommand& command : commands) {
    names += "    " + Quoted(Escaped(command.name, ":") + ":" + command.about) + '\n';
    cases += fmt::format("    {})\n      _arguments \\\n", command.name);
    for (const DescribedOption& option : command.options) {
      cases += "        " + ZshOption(option, choices) + " \\\n";
    }
    cases += "        '*:file:_files' ;;\n";
  }
  return fmt::format(R"(#compdef {0}
# Completion of {0} for zsh, made by `{0} completion zsh`.
_{0}() {{
  local -a commands
  commands=(
{1}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments {2}
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{3}  esac
}}
if [ "$funcstack[1]" = _{0} ]; then _{0} "$@"; else compdef _{0} {0}; fi
)",
                     app.name, names,
                     [&] {
                       std::vector<std::string> specs;
                       for (const auto& option : app.options) {
                         specs.push_back(ZshOption(option, choices));
                       }
                       return fmt::format("{}", fmt::join(specs, " "));
                     }(),
                     cases);
}

std::string FishOption(const std::string& program, const std::string& condition,
                       const DescribedOption& option, const Choices& choices) {
  std::string line = fmt::format("complete -c {} -n {}", program, Quoted(condition));
  for (const std::string& name : option.long_names) line += " -l " + name;
  for (const std::string& name : option.short_names) line += " -s " + name;
  if (option.takes_value) {
    const auto allowed = choices(option.long_names.empty() ? "" : option.long_names[0]);
    line += allowed.empty()
                ? " -r"
                : fmt::format(" -x -a {}", Quoted(fmt::format("{}", fmt::join(allowed, " "))));
  }
  return line + " -d '" + Escaped(option.about, "'\\") + "'\n";
}

std::string Fish(const DescribedCommand& app, const std::vector<DescribedCommand>& commands,
                 const Choices& choices) {
  std::string out =
      fmt::format("# Completion of {0} for fish, made by `{0} completion fish`.\n", app.name);
  for (const DescribedOption& option : app.options) {
    out += FishOption(app.name, "__fish_use_subcommand", option, choices);
  }
  for (const DescribedCommand& command : commands) {
    out += fmt::format("complete -c {} -f -n __fish_use_subcommand -a {} -d '{}'\n", app.name,
                       command.name, Escaped(command.about, "'\\"));
    for (const DescribedOption& option : command.options) {
      out += FishOption(app.name, "__fish_seen_subcommand_from " + command.name, option, choices);
    }
  }
  return out;
}

}  // namespace

const std::vector<std::string>& ShellNames() {
  static const std::vector<std::string> names = {"bash", "zsh", "fish"};
  return names;
}

std::string CompletionScript(std::string_view shell, const CLI::App& app, const Choices& choices) {
  const DescribedCommand described = Describe(app);
  const std::vector<DescribedCommand> commands = DescribeCommands(app);
  if (shell == "bash") return Bash(described, commands, choices);
  if (shell == "zsh") return Zsh(described, commands, choices);
  ASSAY_CHECK(shell == "fish");
  return Fish(described, commands, choices);
}

}  // namespace assay
