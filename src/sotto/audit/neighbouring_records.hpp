// SPDX-License-Identifier: MIT
// Two neighbouring datasets of one node: the worst case of a problem, or a pair that a user gives.
#pragma once

#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto {

struct NeighbouringRecords {
  Records data;
  Records neighbour;
};

/// The configured records of the audited node, with its first record at two opposite ends of the domain.
NeighbouringRecords worst_case_records(const Scenario& scenario);

/// From the files that the configuration names. Refuses (InvalidInput, data, with file and line) anything but the
/// public number of records, and pairs that do not differ in exactly one.
NeighbouringRecords read_neighbouring_records(const Scenario& scenario);

/// Two points of the domain as far apart as any: opposite ones, or two corners of a simplex.
struct OppositePoints {
  std::vector<double> plus;
  std::vector<double> minus;
};
OppositePoints opposite_points(const Domain& domain);

}  // namespace sotto
