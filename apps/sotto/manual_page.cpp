// SPDX-License-Identifier: MIT
#include "manual_page.hpp"

#include <algorithm>

namespace sotto::app {
namespace {

/// A line cannot begin with a dot or a quote by chance, and a hyphen stays one that can be copied.
std::string roff(const std::string& text) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
    begins = c == '\n';
  }
  return out;
}

std::string bold(const std::string& text) {
  return "\\fB" + roff(text) + "\\fR";
}

std::string italic(const std::string& text) {
  return "\\fI" + roff(text) + "\\fR";
}

std::string synopsis(const CommandText& command) {
  std::string line = bold("sotto" + (command.path.empty() ? "" : " " + command.path)) + " [" + italic("OPTIONS") + "]";
  if (!command.subcommands.empty()) line += " " + italic("COMMAND");
  for (const OptionText& option : command.options)
    if (!option.is_flag) line += option.required ? " " + italic(option.names[0]) : " [" + italic(option.names[0]) + "]";
  return line + "\n";
}

std::string option_entry(const OptionText& option) {
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + bold(name);
  if (!option.type.empty()) names += " " + italic(option.type);
  return ".TP\n" + names + "\n" + roff(option.help) + (option.required ? " (required)" : "") + "\n";
}

std::string literal(const std::string& heading, const std::string& text) {
  return text.empty() ? "" : ".SH " + heading + "\n.nf\n" + roff(text) + "\n.fi\n";
}

}  // namespace

std::string manual_page_name(const CommandText& command) {
  std::string name = "sotto" + (command.path.empty() ? "" : "-" + command.path);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string manual_page(const CommandText& command) {
  const std::size_t end = std::min(command.help.find("\n\n"), command.help.size());
  std::string about = command.help.substr(0, end), more = command.help.substr(std::min(end + 2, command.help.size()));
  if (about.starts_with("sotto: ")) about.erase(0, std::string("sotto: ").size());
  std::string name = manual_page_name(command), title = name;
  std::transform(title.begin(), title.end(), title.begin(), [](char c) { return 'a' <= c && c <= 'z' ? c - 32 : c; });
  std::string page = ".TH " + title + " 1 \"\" \"sotto\" \"sotto manual\"\n.SH NAME\n" + roff(name) + " \\- " +
                     roff(about) + "\n.SH SYNOPSIS\n" + synopsis(command);
  page += literal("DESCRIPTION", more);
  if (!command.subcommands.empty()) page += ".SH COMMANDS\n";
  for (std::size_t k = 0; k < command.subcommands.size(); ++k)
    page += ".TP\n" + bold(name + "-" + command.subcommands[k]) + "(1)\n" + roff(command.subcommand_help[k]) + "\n";
  page += ".SH OPTIONS\n";
  for (const OptionText& option : command.options) page += option_entry(option);
  return page + literal("EXIT STATUS", command.footer);
}

}  // namespace sotto::app
