// SPDX-License-Identifier: MIT
// The records of a problem, read: of all nodes or of each, and those that nobody fits to.
#pragma once

#include <optional>
#include <vector>

#include "sotto/dataset/dataset.hpp"
#include "sotto/experiment/data_settings.hpp"

namespace sotto {

struct ProblemFiles {
  std::vector<Dataset> data = {};  ///< one for all nodes, or one for each; what is held out is not among them
  std::optional<Dataset> test = std::nullopt;
  std::vector<RowCounts> counts = {};
};

ProblemFiles read_files(const DataSettings& data);

}  // namespace sotto
