// SPDX-License-Identifier: MIT
#include "command_tree.hpp"

#include <CLI/CLI.hpp>

#include "command_line.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/settings/suggestion.hpp"

namespace sotto::app {
namespace {

const auto any = [](const CLI::App*) { return true; };

OptionText text_of(const CLI::Option& option) {
  OptionText text{.names = {},
                  .type = option.get_type_name(),
                  .help = option.get_description(),
                  .is_flag = !option.get_positional(),
                  .takes_word = option.get_type_size_max() > 0,
                  .required = option.get_required()};
  for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
  if (!text.is_flag) text.names = {option.get_single_name()};
  return text;
}

void walk(const CLI::App& here, const std::string& path, std::vector<CommandText>& all) {
  CommandText text{.path = path,
                   .help = here.get_description(),
                   .heading = here.get_group(),
                   .footer = here.get_footer(),
                   .options = {},
                   .subcommands = {},
                   .subcommand_help = {}};
  for (const CLI::Option* option : here.get_options()) text.options.push_back(text_of(*option));
  const std::vector<const CLI::App*> inner = here.get_subcommands(any);
  for (const CLI::App* one : inner) {
    text.subcommands.push_back(one->get_name());
    text.subcommand_help.push_back(one->get_description());
  }
  all.push_back(std::move(text));
  for (const CLI::App* one : inner) walk(*one, path + (path.empty() ? "" : " ") + one->get_name(), all);
}

}  // namespace

std::vector<CommandText> command_tree() {
  const CommandLine line;
  std::vector<CommandText> all;
  walk(*line.program, "", all);
  return all;
}

std::string help_of(const std::vector<std::string>& path) {
  const CommandLine line;
  const CLI::App* here = line.program.get();
  std::string before;
  for (const std::string& word : path) {
    std::vector<std::string> names;
    const CLI::App* next = nullptr;
    for (const CLI::App* one : here->get_subcommands(any)) {
      names.push_back(one->get_name());
      if (one->get_name() == word) next = one;
    }
    if (next == nullptr) throw InvalidInput({"COMMAND", shown(word), "is not a command" + did_you_mean(word, names)});
    before += (before.empty() ? "" : " ") + here->get_name();
    here = next;
  }
  return here->help(before);
}

}  // namespace sotto::app
