// SPDX-License-Identifier: MIT
#include "sotto/agreement/data_settings.hpp"

#include <algorithm>

#include "sotto/data/dataset/partition.hpp"
#include "sotto/input/number_text.hpp"
#include "sotto/settings/field_reader.hpp"
#include "sotto/settings/field_writer.hpp"

namespace sotto {
namespace {

constexpr IntegerRange any_number_of_rows{1, 2'147'483'648};
constexpr std::array missing_actions_of_all{MissingAction::refuse, MissingAction::drop};  // a substitute is a column's

/// Words between blanks; the empty cell is always missing.
std::string take_words(const std::string& text, std::vector<std::string>& words) {
  words = {""};
  for (const char c : text + " ") {
    if (c != ' ')
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  std::rotate(words.begin(), words.end() - 1, words.end());
  return "";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    if (!word.empty()) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string take_separator(const std::string& text, std::optional<char>& separator) {
  if (text.size() == 1) separator = text[0];
  return text.size() > 1 ? "must be one character: , ; | or a tab" : "";
}

std::string separator_text(const std::optional<char>& separator) {
  return separator ? std::string(1, *separator) : "";
}

template <class Visitor>
void file_fields(Visitor& v, DataSettings& data, bool mean) {
  DataSource& source = data.source;
  const bool one_file = data.files.empty();
  v.choice("format", source.format, FileFormat::by_name, all_of<FileFormat>,
           {.says = "what a file is; by-name: what its ending says. csv, libsvm, npy, idx"});
  v.choice("header", source.csv_header, CsvHeader::names, all_of<CsvHeader>,
           {.says = "the first line of a .csv: names of columns; none: it is a record; skipped: not read"});
  v.boolean("intercept", data.schema.intercept, !mean,
            {.says = "a coordinate that is always 1; true unless set, but for mean estimation",
             .usually = "true; false for mean estimation"});
  v.boolean("sparse", data.schema.sparse, false, {.says = "keep only what is not 0: for long rows that hold little"});
  v.text("file", source.path,
         {.says = ".csv .tsv .libsvm .npy .idx, also .gz; divided among the nodes. Or each node has its own:\n"
                  "a table [node.3] with file, records and labels_file",
          .shown = "\"all.csv\"",
          .written = !source.path.empty(),
          .after = "[data]"});
  v.text("labels_file", source.labels_path,
         {.says = "the labels beside an .npy or .idx file",
          .shown = "\"y.npy\"",
          .written = !source.labels_path.empty(),
          .after = "file"});
  v.optional_whole("records", source.declared_rows, any_number_of_rows,
                   {.says = "rows, declared: public, and every constant is made from it",
                    .shown = "1000",
                    .written = one_file,
                    .after = "labels_file"});
  v.spelled("separator", source.csv_separator, take_separator, separator_text,
            {.says = "between the cells of a .csv: , ; | or a tab",
             .shown = "\",\"",
             .written = source.csv_separator.has_value(),
             .after = "header"});
}

template <class Visitor>
void row_fields(Visitor& v, Schema& schema) {
  v.optional_real("row_norm", schema.norm, within({1e-100, 1e100}),
                  {.says = "B: longer rows (intercept included) are clipped to it; what ranges allow unless set",
                   .shown = "1.0",
                   .after = "separator"});
  v.choice("missing", schema.missing.action, MissingAction::refuse, missing_actions_of_all,
           {.says = "a row with a missing value: refuse the file, or drop it (it then counts as zeros)"});
  v.choice("unknown", schema.unknown, UnknownLevel::refuse, all_of<UnknownLevel>,
           {.says = "a level that was not declared: refuse, drop, or none (no level)"});
  v.spelled("missing_words", schema.missing_words, take_words, joined,
            {.says = "cells that count as missing, as the empty cell does"});
}

template <class Visitor>
void division_fields(Visitor& v, DataSettings& data) {
  const bool one_file = data.files.empty();
  v.choice("partition", data.partition, PartitionKind::iid, all_of<PartitionKind>,
           {.says = "how one file for all is divided: iid (shuffled), by-column (role = \"node\"), shards\n"
                    "(sorted by label, cut, dealt out), dirichlet (a random share of each label);\n"
                    "all but iid: simulations",
            .written = one_file});
  v.real("concentration", data.concentration, 0.5, within({1e-3, 1e6}),
         {.says = "dirichlet: small means that nodes hold few labels", .written = one_file});
  v.whole("shards_per_node", data.shards_per_node, 2, {1, 1'000'000},
          {.says = "shards: pieces that each node gets", .written = one_file});
  v.text("test_file", data.test_path,
         {.says = "records that nobody fits to, for simulations",
          .shown = "\"test.csv\"",
          .written = !data.test_path.empty(),
          .after = "records"});
  v.text("test_labels_file", data.test_labels_path,
         {.says = "the labels beside it, of .npy and .idx",
          .shown = "\"t.npy\"",
          .written = !data.test_labels_path.empty(),
          .after = "test_file"});
  v.whole("hold_out", data.hold_out, 0, {0, 1'000'000},
          {.says = "5: every fifth row of each file, from the first, is for tests; 0: none is",
           .after = "test_labels_file"});
}

template <class Visitor>
void data_fields(Visitor& v, DataSettings& data, bool mean) {
  file_fields(v, data, mean);
  row_fields(v, data.schema);
  division_fields(v, data);
  v.remark(
      "# Each column of the file is a table [[column]]: name, role (feature, label, node, ignore), type (number, "
      "category),\n"
      "# range = [0, 120], levels = [\"no\", \"yes\"], scale (symmetric, unit, none), missing, substitute, unknown, "
      "repeat.\n");
}

/// The fields of a table [node.N].
template <class Visitor>
void own_file_fields(Visitor& v, DataSource& own) {
  v.text("file", own.path, {.says = "the node's records; in place of data.file", .written = !own.path.empty()});
  v.optional_whole("records", own.declared_rows, any_number_of_rows, {.says = "rows of this file, declared: public"});
  v.text("labels_file", own.labels_path,
         {.says = "the labels beside it, of .npy and .idx", .written = !own.labels_path.empty()});
}

void read_files(Reader& reader, FilesLie where, DataSettings& data) {
  for (const auto& [node, table] : node_tables(reader)) {
    DataSource own = data.source;
    own.declared_rows.reset();
    own.field = table + ".file";
    own.labels_field = table + ".labels_file";
    own.records_field = table + ".records";
    FieldReader fields(reader, table);
    own_file_fields(fields, own);
    if (own.path.empty() && where == FilesLie::here) {
      for (const char* key : {".records", ".labels_file"})
        if (reader.has(table + key))
          reader.refuse(table + key, "goes with a file of the node's own: " + table + ".file", {table + ".file"});
      continue;
    }
    if (!own.declared_rows) reader.refuse(table + ".records", "is required: the number of rows is public");
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

void refuse_tests_that_cannot_be(Reader& reader, const DataSettings& data) {
  if (data.test_path.empty() && !data.test_labels_path.empty())
    reader.refuse("data.test_labels_file", "goes with a data.test_file", {"data.test_file"});
  if (data.hold_out == 1) reader.refuse("data.hold_out", "must be 0 or at least 2: no row would be left");
  if (data.hold_out > 0 && !data.test_path.empty())
    reader.refuse("data.hold_out", "must be 0 where there is a data.test_file");
  const std::optional<std::uint64_t>& rows = data.source.declared_rows;
  if (data.hold_out > 1 && rows && kept_rows(*rows, data.hold_out) == 0)
    reader.refuse("data.hold_out",
                  "leaves none of the rows of data.file to fit to: data.records = " + std::to_string(*rows));
}

}  // namespace

std::map<NodeId, std::string> node_tables(const Reader& reader) {
  std::map<NodeId, std::string> tables;
  for (const std::string& name : reader.names_within("node")) {
    const std::optional<NodeId> number = number_of_text<NodeId>(name);
    if (number && std::to_string(*number) == name) tables.emplace(*number, "node." + name);
  }
  return tables;
}

std::vector<std::string> keys_of_files(const Reader& reader) {
  std::vector<std::string> keys{"data.file"};
  for (const auto& [node, table] : node_tables(reader)) keys.push_back(table + ".file");
  return keys;
}

PartitionSpec division_of(const DataSettings& data, NodeId nodes, std::uint64_t seed, std::uint32_t trial) {
  return {.kind = data.partition,
          .nodes = nodes,
          .seed = seed,
          .trial = trial,
          .concentration = data.concentration,
          .shards_per_node = data.shards_per_node};
}

std::optional<DataSettings> read_data(Reader& reader, FilesLie where) {
  constexpr ProblemKind mean = ProblemKind::mean_estimation;
  DataSettings data;
  data.schema.columns = read_columns(reader);
  FieldReader fields(reader, "data");
  data_fields(fields, data, named(reader, "problem.kind", mean, all_of<ProblemKind>) == mean);
  read_files(reader, where, data);
  refuse_tests_that_cannot_be(reader, data);
  if (data.source.path.empty() && data.files.empty()) {
    if (!data.schema.columns.empty() || !reader.names_within("data").empty())
      reader.refuse("data.file", "is required where [data] or [[column]] says something, unless nodes have files",
                    keys_of_files(reader));
    return std::nullopt;
  }
  if (!data.files.empty()) refuse_keys_of_one_file(reader, data);
  if (data.files.empty() && !data.source.declared_rows)
    reader.refuse("data.records", "is required: the number of rows is public, and every constant is made from it");
  if (data.schema.columns.empty()) reader.refuse("data.file", "needs its columns declared: tables [[column]]");
  return data;
}

std::string data_toml(DataSettings data) {
  FieldWriter fields;
  data_fields(fields, data, false);
  return "\n[data]\n" + fields.lines() + columns_toml(data.schema.columns);
}

std::string own_file_lines(DataSource source) {
  FieldWriter fields;
  own_file_fields(fields, source);
  return fields.lines();
}

DocumentedSection own_file_document() {
  DataSource own;
  FieldDocument fields("node", "what one node departs in; nodes are numbered from 0");
  own_file_fields(fields, own);
  return fields.section();
}

DocumentedSection data_document() {
  DataSettings data;
  FieldDocument fields("data", "records that lie in files; without a file they are drawn as above");
  data_fields(fields, data, true);
  return fields.section();
}

}  // namespace sotto
