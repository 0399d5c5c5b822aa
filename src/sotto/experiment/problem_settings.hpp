// SPDX-License-Identifier: MIT
// The section [problem] of a configuration: what is minimised, and over which domain.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/experiment/data_settings.hpp"
#include "sotto/problem/domain.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

struct ProblemSettings {
  std::string kind;
  std::string domain;
  std::size_t dimension;
  std::size_t records_per_node;
  double radius;  ///< the domain's size; of a product, where synthetic records are cut off
  double mean;
  std::vector<SimpleDomain> parts = {};  ///< of a product
  // Of linear models, whose records lie in files:
  double regularisation = 0;                  ///< lambda, for each record
  double width = 1;                           ///< of Huber's loss and of the hinge's rounding
  std::optional<double> clip = std::nullopt;  ///< of a record's gradient
  std::string weighting = "records";          ///< or "nodes": what counts the same
};

/// Records that lie in files decide the dimension. Faults stay with the reader.
ProblemSettings read_problem(Reader& reader, const std::optional<DataSettings>& data);

}  // namespace sotto
