// SPDX-License-Identifier: MIT
// The records of a problem: of all nodes or of each, and those that nobody fits to.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

#include "sotto/agreement/data_settings.hpp"
#include "sotto/data/dataset/read_dataset.hpp"

namespace sotto {

struct ProblemFiles {
  std::vector<Dataset> data = {};  ///< one for all nodes, or one for each; what is held out is not among them
  std::optional<Dataset> test = std::nullopt;
  std::vector<RowCounts> counts = {};
};

ProblemFiles read_files(const DataSettings& data);

/// A table of cells, or of numbers that lie elsewhere.
using TableInMemory = std::variant<std::vector<CellRow>, NumberRows>;
bool is_empty(const TableInMemory& table);

/// Rows of a program in the place of files: one table for all nodes or one for each, and one for tests where a test
/// file is named. The names of files serve in faults alone.
struct RecordsInMemory {
  std::vector<TableInMemory> data;
  TableInMemory test = {};
};
/// Refuses another number of tables than the settings ask for.
void check(const RecordsInMemory& records, const DataSettings& data);
ProblemFiles read_records(const DataSettings& data, const RecordsInMemory& records);

/// Records that are read, or drawn, when they are first needed: any thread may ask.
class LateFiles {
 public:
  explicit LateFiles(std::function<ProblemFiles()> make) : make_(std::move(make)) {}

  const ProblemFiles& get() const {
    std::call_once(made_, [&] { files_ = make_(); });
    return files_;
  }

 private:
  std::function<ProblemFiles()> make_;
  mutable std::once_flag made_;
  mutable ProblemFiles files_;
};

}  // namespace sotto
