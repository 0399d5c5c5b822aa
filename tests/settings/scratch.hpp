// SPDX-License-Identifier: MIT
// A configuration file that lives as long as a test, and the faults that an action throws.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "sotto/input/invalid_input.hpp"
#include "sotto/settings/settings.hpp"

namespace sotto {

/// One scratch folder per process: tests run side by side.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& text, const std::string& name = "run.toml") {
    folder_ = std::filesystem::temp_directory_path() / ("sotto_settings_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / name).string();
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~ScratchFile() { std::filesystem::remove_all(folder_); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  const std::string& path() const { return path_; }
  std::string folder() const { return folder_.string(); }

 private:
  std::filesystem::path folder_;
  std::string path_;
};

/// The faults an action throws as a configuration error; none when it throws nothing.
template <class Action>
std::vector<Fault> faults_of(Action action) {
  try {
    action();
  } catch (const InvalidInput& refused) {
    return refused.kind() == FaultKind::configuration ? refused.faults() : std::vector<Fault>{};
  }
  return {};
}

inline Settings settings_from_file(const std::string& text) {
  const ScratchFile file(text);
  Settings settings;
  settings.add_file(file.path());
  return settings;
}

inline Settings settings_from_flag(const std::string& key, const std::string& text) {
  Settings settings;
  settings.add_flag(key, "--flag", text);
  return settings;
}

}  // namespace sotto
