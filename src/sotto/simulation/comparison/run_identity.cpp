// SPDX-License-Identifier: MIT
#include "sotto/simulation/comparison/run_identity.hpp"

#include <cstring>
#include <filesystem>
#include <span>
#include <vector>

#include "sotto/files/opened_file.hpp"

namespace sotto {
namespace {

constexpr std::uint64_t prime = 0x100000001b3;

/// A word at a time: records may be gigabytes.
std::uint64_t hashed(std::uint64_t hash, std::span<const char> bytes) {
  for (; bytes.size() >= sizeof(std::uint64_t); bytes = bytes.subspan(sizeof(std::uint64_t))) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    hash = (hash ^ word) * prime;
    hash ^= hash >> 32;  // a product carries upwards alone
  }
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * prime;
  return hash;
}

std::vector<std::string> named_files(const Configuration& configuration) {
  std::vector<std::string> paths{configuration.graph.file, configuration.graph.weights_file};
  if (!configuration.data) return paths;
  const DataSettings& data = *configuration.data;
  for (const std::string& path : {data.source.path, data.source.labels_path, data.test_path, data.test_labels_path})
    paths.push_back(path);
  for (const auto& [node, source] : data.files) {
    paths.push_back(source.path);
    paths.push_back(source.labels_path);
  }
  return paths;
}

}  // namespace

std::string fingerprint(const std::string& path) {
  std::error_code error;
  if (path.empty() || !std::filesystem::is_regular_file(path, error)) return "";
  const NamedFile named{.field = "file", .path = path};
  const OpenedFile file = open_to_read(named);
  std::vector<char> bytes(std::size_t{1} << 20);
  std::uint64_t hash = 0xcbf29ce484222325;
  try {
    for (std::size_t got = 0; (got = file.read(bytes)) > 0;) hash = hashed(hash, std::span(bytes).first(got));
  } catch (const std::ios_base::failure&) {
    refuse_file(named, "cannot be read");
  }
  return std::to_string(hash) + "\n";
}

std::string run_identity(const Configuration& configuration) {
  Configuration same = configuration;
  same.run.threads = 0;  // nothing depends on it
  same.audit = {};       // and it is not run
  std::string text = to_toml(same);
  for (const std::string& path : named_files(configuration)) text += fingerprint(path) + ";";
  return text;
}

}  // namespace sotto
