// SPDX-License-Identifier: MIT
// A fresh folder that lives as long as a test.
#include "support/temporary_folder.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace sotto::test {

namespace fs = std::filesystem;

fs::path in_memory() {
  const fs::path shared = "/dev/shm";
  return ::access(shared.c_str(), W_OK) == 0 ? shared : fs::temp_directory_path();
}

TemporaryFolder::TemporaryFolder(const fs::path& within) {
  std::string pattern = (within / "sotto-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder: " + pattern);
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path_ / name, std::ios::binary) << text;
  return name;
}

std::string TemporaryFolder::read(const std::string& name) const {
  std::ifstream file(path_ / name, std::ios::binary);
  if (!file) throw std::runtime_error("not there: " + (path_ / name).string());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> TemporaryFolder::entries(const std::string& inside) const {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_ / inside))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace sotto::test
