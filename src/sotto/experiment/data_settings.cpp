// SPDX-License-Identifier: MIT
// The tables [data] and [[column]] and the files of nodes.
#include "sotto/experiment/data_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sotto/dataset/hold_out.hpp"
#include "sotto/experiment/column_settings.hpp"
#include "sotto/experiment/node_tables.hpp"
#include "sotto/settings/toml_text.hpp"

namespace sotto {
namespace {

constexpr std::array format_names{"by-name", "csv", "libsvm", "npy", "idx"};      // in FileFormat's order
constexpr std::array header_names{"names", "none", "skipped"};                    // in CsvHeader's
constexpr std::array partition_names{"iid", "by-column", "dirichlet", "shards"};  // in PartitionKind's
constexpr std::array missing_names{"refuse", "drop"};                             // in MissingAction's
constexpr std::array unknown_names{"refuse", "drop", "none"};                     // in UnknownLevel's
constexpr std::int64_t most_rows = 2'147'483'648;

/// The number of the word that was given; the first is the default.
template <std::size_t size>
std::size_t chosen(Reader& reader, const std::string& key, const std::array<const char*, size>& names) {
  const std::string word = reader.choice_or(key, names[0], {names.begin(), names.end()});
  for (std::size_t k = 0; k < size; ++k)
    if (word == names[k]) return k;
  return 0;
}

/// Words between blanks; the empty cell is always missing.
std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words{""};
  for (const char c : text + " ") {
    if (c != ' ')
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  std::rotate(words.begin(), words.end() - 1, words.end());
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    if (!word.empty()) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::optional<std::uint64_t> declared_rows(Reader& reader, const std::string& key) {
  if (!reader.has(key)) {
    reader.note_known(key);
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(reader.integer_or(key, 1, {1, most_rows}));
}

void read_schema(Reader& reader, Schema& schema) {
  schema.columns = read_columns(reader);
  const bool mean = reader.text_or("problem.kind", "mean-estimation") == "mean-estimation";
  schema.intercept = reader.boolean_or("data.intercept", !mean);
  schema.norm = reader.optional_real("data.row_norm", within({1e-100, 1e100}));
  schema.sparse = reader.boolean_or("data.sparse", false);
  schema.missing.action = static_cast<MissingAction>(chosen(reader, "data.missing", missing_names));
  schema.unknown = static_cast<UnknownLevel>(chosen(reader, "data.unknown", unknown_names));
  schema.missing_words = words_in(reader.text_or("data.missing_words", "? NA NaN"));
}

void read_source(Reader& reader, DataSource& source) {
  source.path = reader.text_or("data.file", "");
  source.labels_path = reader.text_or("data.labels_file", "");
  source.format = static_cast<FileFormat>(chosen(reader, "data.format", format_names));
  source.csv_header = static_cast<CsvHeader>(chosen(reader, "data.header", header_names));
  const std::string separator = reader.text_or("data.separator", "");
  if (separator.size() > 1) reader.refuse("data.separator", "must be one character: , ; | or a tab");
  if (!separator.empty()) source.csv_separator = separator[0];
  source.declared_rows = declared_rows(reader, "data.records");
}

void read_files(Reader& reader, DataSettings& data) {
  for (const auto& [node, table] : node_tables(reader)) {
    DataSource own = data.source;
    own.field = table + "file";
    own.labels_field = table + "labels_file";
    own.records_field = table + "records";
    own.path = reader.text_or(table + "file", "");
    own.labels_path = reader.text_or(table + "labels_file", "");
    own.declared_rows = declared_rows(reader, table + "records");
    if (own.path.empty()) {
      for (const char* key : {"records", "labels_file"})
        if (reader.has(table + key))
          reader.refuse(table + key, "goes with a file of the node's own: " + table + "file");
      continue;
    }
    if (!own.declared_rows) reader.refuse(table + "records", "is required: the number of rows is public");
    data.files.emplace(node, std::move(own));
  }
}

/// What is said of one file for all says nothing where every node has its own.
void refuse_keys_of_one_file(Reader& reader, const DataSettings& data) {
  if (!data.source.path.empty()) reader.refuse("data.file", "must be absent where nodes have files of their own");
  for (const char* key : {"labels_file", "records"})
    if (reader.has(std::string("data.") + key))
      reader.refuse(std::string("data.") + key,
                    std::string("is of one file for all nodes: where nodes have files, say node.N.") + key);
  for (const char* key : {"data.partition", "data.concentration", "data.shards_per_node"})
    if (reader.has(key)) reader.refuse(key, "divides one file among all nodes: must be absent where nodes have files");
}

void read_division(Reader& reader, DataSettings& data) {
  data.partition = static_cast<PartitionKind>(chosen(reader, "data.partition", partition_names));
  data.concentration = reader.real_or("data.concentration", 0.5, within({1e-3, 1e6}));
  data.shards_per_node = static_cast<std::uint32_t>(reader.integer_or("data.shards_per_node", 2, {1, 1'000'000}));
}

void read_test(Reader& reader, DataSettings& data) {
  data.test_path = reader.text_or("data.test_file", "");
  data.test_labels_path = reader.text_or("data.test_labels_file", "");
  if (data.test_path.empty() && !data.test_labels_path.empty())
    reader.refuse("data.test_labels_file", "goes with a data.test_file");
  data.hold_out = static_cast<std::uint32_t>(reader.integer_or("data.hold_out", 0, {0, 1'000'000}));
  if (data.hold_out == 1) reader.refuse("data.hold_out", "must be 0 or at least 2: no row would be left");
  if (data.hold_out > 0 && !data.test_path.empty())
    reader.refuse("data.hold_out", "must be 0 where there is a data.test_file");
  const std::optional<std::uint64_t>& rows = data.source.declared_rows;
  if (data.hold_out > 1 && rows && kept_rows(*rows, data.hold_out) == 0)
    reader.refuse("data.hold_out",
                  "leaves none of the rows of data.file to fit to: data.records = " + std::to_string(*rows));
}

}  // namespace

std::string_view name_of(PartitionKind kind) {
  return partition_names[static_cast<std::size_t>(kind)];
}

std::optional<DataSettings> read_data(Reader& reader) {
  DataSettings data;
  read_schema(reader, data.schema);
  read_source(reader, data.source);
  read_files(reader, data);
  read_division(reader, data);
  read_test(reader, data);
  if (data.source.path.empty() && data.files.empty()) {
    if (!data.schema.columns.empty() || !reader.names_within("data").empty())
      reader.refuse("data.file", "is required where [data] or [[column]] says something, unless nodes have files");
    return std::nullopt;
  }
  if (!data.files.empty()) refuse_keys_of_one_file(reader, data);
  if (data.files.empty() && !data.source.declared_rows)
    reader.refuse("data.records", "is required: the number of rows is public, and every constant is made from it");
  if (data.schema.columns.empty()) reader.refuse("data.file", "needs its columns declared: tables [[column]]");
  return data;
}

std::string data_toml(const DataSettings& data) {
  const Schema& schema = data.schema;
  std::string out =
      fmt::format("\n[data]\nformat = \"{}\"\nheader = \"{}\"\nintercept = {}\nsparse = {}\n",
                  format_names[static_cast<std::size_t>(data.source.format)],
                  header_names[static_cast<std::size_t>(data.source.csv_header)], schema.intercept, schema.sparse);
  const auto add_text = [&](const char* key, const std::string& text) {
    if (!text.empty()) out += fmt::format("{} = {}\n", key, toml_string(text));
  };
  add_text("file", data.source.path);
  add_text("labels_file", data.source.labels_path);
  if (data.files.empty()) out += fmt::format("records = {}\n", data.source.declared_rows.value_or(0));
  add_text("separator", data.source.csv_separator ? std::string(1, *data.source.csv_separator) : "");
  if (schema.norm) out += fmt::format("row_norm = {}\n", toml_real(*schema.norm));
  out += fmt::format("missing = \"{}\"\nunknown = \"{}\"\nmissing_words = {}\n", name_of(schema.missing.action),
                     name_of(schema.unknown), toml_string(joined(schema.missing_words)));
  if (data.files.empty())
    out += fmt::format("partition = \"{}\"\nconcentration = {}\nshards_per_node = {}\n", name_of(data.partition),
                       toml_real(data.concentration), data.shards_per_node);
  add_text("test_file", data.test_path);
  add_text("test_labels_file", data.test_labels_path);
  out += fmt::format("hold_out = {}\n", data.hold_out);
  return out + columns_toml(schema.columns);
}

}  // namespace sotto
