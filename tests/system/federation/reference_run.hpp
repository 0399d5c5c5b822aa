// SPDX-License-Identifier: MIT
// The same run on the reference engine: what every node must say, and what it must keep to itself.
#pragma once

#include <map>

#include "sotto/problem/objective.hpp"
#include "system/federation/canaries.hpp"

namespace sotto::test {

class ReferenceRun {
 public:
  ReferenceRun(const Manifest& manifest, const Rehearsal& rehearsal, std::uint64_t seed);

  const std::vector<double>& said(NodeId node, Round round) const { return said_.at({node, round}); }
  /// What a node ends with.
  const std::vector<double>& result(NodeId node) const { return results_.at(node); }
  /// z, the gradient there and x of every node in every round of Stage I. With masked sums z is public, and x lies
  /// under masks: gradients alone.
  Canaries private_numbers() const;

 private:
  std::vector<double> z(NodeId node, Round t) const;
  std::vector<double> x(NodeId node, Round t) const;

  const Manifest& manifest_;
  std::uint64_t seed_;
  std::vector<std::unique_ptr<Objective>> objectives_;
  std::map<std::pair<NodeId, Round>, std::vector<double>> said_;
  std::vector<std::vector<double>> results_;
};

}  // namespace sotto::test
