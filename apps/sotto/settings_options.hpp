// SPDX-License-Identifier: MIT
// Command-line options that are settings: `--epsilon 4` is `privacy.epsilon = 4` with the highest rank.
#pragma once

#include <CLI/CLI.hpp>
#include <list>
#include <string>
#include <vector>

#include "sotto/settings/settings.hpp"

namespace sotto::app {

class SettingsOptions {
 public:
  /// Adds --set, and CONFIG.toml if the command takes a file.
  enum class File { none, optional, required };
  SettingsOptions(CLI::App& command, File file);

  /// `flag` ("--epsilon") sets `key` ("privacy.epsilon").
  void add(const std::string& flag, const std::string& key, const std::string& help);

  /// The settings that file, environment, --set and flags come to. Keys are those the environment may set.
  Settings collect(const std::vector<std::string>& keys) const;

  bool has_file() const { return !file_.empty(); }
  const std::string& file() const { return file_; }

 private:
  struct Flag {
    std::string flag;
    std::string key;
    std::vector<std::string> given;
  };
  CLI::App& command_;
  std::string file_;
  std::vector<std::string> assignments_;
  std::list<Flag> flags_;  // a list: CLI11 keeps references to `given`
};

}  // namespace sotto::app
