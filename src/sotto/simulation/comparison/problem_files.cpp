// SPDX-License-Identifier: MIT
// The records of a problem, read.
#include "sotto/simulation/comparison/problem_files.hpp"

#include "sotto/data/dataset/hold_out.hpp"
#include "sotto/data/dataset/read_dataset.hpp"

namespace sotto {
namespace {

void add(Dataset all, std::uint32_t every, ProblemFiles& files) {
  files.counts.push_back(all.counts);
  if (every == 0) return files.data.push_back(std::move(all));
  HeldOut parts = hold_out(all, every);
  files.data.push_back(std::move(parts.kept));
  if (files.test)
    append(parts.held_out, *files.test);
  else
    files.test = std::move(parts.held_out);
}

Dataset read_test_file(const DataSettings& data) {
  DataSource source = data.source;
  source.path = data.test_path;
  source.labels_path = data.test_labels_path;
  source.declared_rows.reset();
  source.field = "data.test_file";
  source.labels_field = "data.test_labels_file";
  return read_dataset(source, data.schema, ReadFor::predicting);
}

}  // namespace

ProblemFiles read_files(const DataSettings& data) {
  ProblemFiles files;
  if (data.files.empty()) add(read_dataset(data.source, data.schema), data.hold_out, files);
  for (const auto& [node, own] : data.files) add(read_dataset(own, data.schema), data.hold_out, files);
  if (!data.test_path.empty()) files.test = read_test_file(data);
  return files;
}

}  // namespace sotto
