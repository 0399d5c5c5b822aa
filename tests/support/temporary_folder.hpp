// SPDX-License-Identifier: MIT
// A fresh folder that lives as long as a test.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sotto::test {

class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::filesystem::path& within = std::filesystem::temp_directory_path());
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Writes a file and returns its name, for use on a command line.
  std::string write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  /// Names of what lies in the folder, or in a folder inside it; sorted.
  std::vector<std::string> entries(const std::string& inside = ".") const;

 private:
  std::filesystem::path path_;
};

/// A file system in memory, where the machine has one: for tests whose subject is not the disk.
std::filesystem::path in_memory();

}  // namespace sotto::test
