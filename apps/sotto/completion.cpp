// SPDX-License-Identifier: MIT
#include "completion.hpp"

#include <fmt/format.h>

namespace sotto::app {
namespace {

/// In single quotes, as all three shells read it.
std::string in_quotes(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
  return out;
}

std::vector<std::string> flags_of(const CommandText& command) {
  std::vector<std::string> flags;
  for (const OptionText& option : command.options)
    if (option.is_flag) flags.insert(flags.end(), option.names.begin(), option.names.end());
  return flags;
}

/// Options behind which a word stands that this script does not know.
std::vector<std::string> flags_with_a_word(const CommandText& command) {
  std::vector<std::string> flags;
  for (const OptionText& option : command.options)
    if (option.is_flag && option.takes_word) flags.insert(flags.end(), option.names.begin(), option.names.end());
  return flags;
}

/// A case for each command: its path, then what may follow.
std::string cases(const std::vector<CommandText>& tree) {
  std::string out;
  for (const CommandText& one : tree) {
    const std::vector<std::string> with_a_word = flags_with_a_word(one);
    out += fmt::format("    {})\n      subcommands={}\n      flags={}\n      worded={}\n      ;;\n",
                       in_quotes(one.path), in_quotes(joined(one.subcommands, " ")),
                       in_quotes(joined(flags_of(one), " ")), in_quotes(joined(with_a_word, " ")));
  }
  return out;
}

/// All paths but the program's own, as a pattern of `case`.
std::string paths(const std::vector<CommandText>& tree) {
  std::vector<std::string> all;
  for (const CommandText& one : tree)
    if (!one.path.empty()) all.push_back(in_quotes(one.path));
  return joined(all, " | ");
}

}  // namespace

std::string bash_completion(const std::vector<CommandText>& tree) {
  return fmt::format(R"(# Completion of sotto for bash: source <(sotto completion bash)
_sotto() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} path='' next subcommands flags worded k
  for ((k = 1; k < COMP_CWORD; ++k)); do
    next="${{path:+$path }}${{COMP_WORDS[k]}}"
    case "$next" in
      {}) path=$next ;;
    esac
  done
  case "$path" in
{}  esac
  COMPREPLY=()
  if [[ " $worded " == *" $before "* ]]; then return; fi
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -W "$subcommands" -- "$current")
  fi
}}
complete -o default -F _sotto sotto
)",
                     paths(tree), cases(tree));
}

std::string zsh_completion(const std::vector<CommandText>& tree) {
  return fmt::format(R"(#compdef sotto
# Completion of sotto for zsh: put it as _sotto into a folder of $fpath.
_sotto() {{
  local sotto_path='' next subcommands flags worded k
  for ((k = 2; k < CURRENT; ++k)); do
    next="${{sotto_path:+$sotto_path }}${{words[k]}}"
    case "$next" in
      {}) sotto_path=$next ;;
    esac
  done
  case "$sotto_path" in
{}  esac
  if [[ " $worded " == *" ${{words[CURRENT-1]}} "* ]]; then
    _files
  elif [[ ${{words[CURRENT]}} == -* ]]; then
    compadd -- ${{(s: :)flags}}
  elif [[ -n $subcommands ]]; then
    compadd -- ${{(s: :)subcommands}}
  else
    _files
  fi
}}
if [[ ${{funcstack[1]}} == _sotto ]]; then _sotto "$@"; else compdef _sotto sotto; fi
)",
                     paths(tree), cases(tree));
}

std::string fish_completion(const std::vector<CommandText>& tree) {
  std::string out = R"(# Completion of sotto for fish: sotto completion fish > ~/.config/fish/completions/sotto.fish
function __sotto_at
  set -l given (commandline -opc)[2..-1]
  set -l words
  for word in $given
    string match -q -- '-*' $word; or set -a words $word
  end
  set -l wanted (string split ' ' -- $argv[1] | string match -v '')
  test (count $words) -ge (count $wanted); or return 1
  for k in (seq (count $wanted))
    test "$words[$k]" = "$wanted[$k]"; or return 1
  end
  if test "$argv[2]" = exactly
    test (count $words) -eq (count $wanted)
  end
end
)";
  for (const CommandText& one : tree) {
    for (const std::string& name : one.subcommands)
      out +=
          fmt::format("complete -c sotto -f -n {} -a {}\n", in_quotes("__sotto_at '" + one.path + "' exactly"), name);
    for (const OptionText& option : one.options) {
      if (!option.is_flag) continue;
      out +=
          "complete -c sotto -n " + in_quotes("__sotto_at '" + one.path + "'" + (one.path.empty() ? " exactly" : ""));
      for (const std::string& name : option.names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      out += std::string(option.takes_word ? " -r" : "") + " -d " + in_quotes(option.help) + "\n";
    }
  }
  return out;
}

}  // namespace sotto::app
