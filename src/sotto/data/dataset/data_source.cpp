// SPDX-License-Identifier: MIT
#include "sotto/data/dataset/data_source.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

constexpr std::pair<std::string_view, FileFormat> endings[] = {
    {".csv", FileFormat::csv}, {".tsv", FileFormat::csv}, {".libsvm", FileFormat::libsvm}, {".svm", FileFormat::libsvm},
    {".npy", FileFormat::npy}, {".idx", FileFormat::idx}, {"-ubyte", FileFormat::idx}};

std::string uncompressed_name(const std::string& path) {
  std::string name = path;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return name;
}

}  // namespace

FileFormat format_of(const DataSource& source) {
  if (source.format != FileFormat::by_name) return source.format;
  const std::string name = uncompressed_name(source.path);
  for (const auto& [ending, format] : endings)
    if (name.ends_with(ending)) return format;
  throw InvalidInput({"data.format", printable_path(source.path),
                      "the name does not tell the format: declare csv, libsvm, npy or idx"});
}

char separator_of(const DataSource& source) {
  const char unless_declared = uncompressed_name(source.path).ends_with(".tsv") ? '\t' : ',';
  const char separator = source.csv_separator.value_or(unless_declared);
  if (std::string_view(",;|\t").find(separator) == std::string_view::npos)
    throw InvalidInput({"data.separator", printable({&separator, 1}), "must be a comma, a semicolon, | or a tab"});
  return separator;
}

}  // namespace sotto
