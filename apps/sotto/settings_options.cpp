// SPDX-License-Identifier: MIT
// Command-line options that are settings.
#include "settings_options.hpp"

namespace sotto::app {

SettingsOptions::SettingsOptions(CLI::App& command, File file) : command_(command) {
  if (file != File::none) {
    CLI::Option* option = command.add_option("CONFIG", file_, "configuration file (TOML); `sotto init` prints one");
    if (file == File::required) option->required();
  }
  command
      .add_option("--set", assignments_, "key=value: override one configuration key, e.g. --set graph.kind=ring")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void SettingsOptions::add(const std::string& flag, const std::string& key, const std::string& help) {
  flags_.push_back({flag, key, {}});
  command_.add_option(flag, flags_.back().given, help + " [" + key + "]")->expected(1)->type_name("VALUE");
}

Settings SettingsOptions::collect(const std::vector<std::string>& keys) const {
  Settings settings;
  if (has_file()) settings.add_file(file_);
  settings.add_environment(keys);
  for (const std::string& assignment : assignments_) settings.add_assignment(assignment);
  for (const Flag& flag : flags_)
    for (const std::string& text : flag.given) settings.add_flag(flag.key, flag.flag, text);
  return settings;
}

}  // namespace sotto::app
