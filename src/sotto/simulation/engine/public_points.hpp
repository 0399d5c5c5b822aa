// SPDX-License-Identifier: MIT
// What nodes do with their mixtures beside projecting them, where an engine holds the numbers of many nodes side by
// side: Node::find_point and Node::weigh, to the same bits.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/consensus/plan.hpp"

namespace sotto {

class PublicPoints {
 public:
  /// `size`: how many numbers all nodes hold together.
  PublicPoints(const Plan& plan, std::size_t size)
      : plan_(plan),
        weighed_(plan.timetable().weighs_messages() ? size : 0, 0.0),
        z_before_(plan.request().acceleration == Acceleration::nesterov ? size : 0, 0.0) {}

  /// Whether a mixture is more than projected before gradients are taken there.
  bool are_needed() const { return !weighed_.empty() || !z_before_.empty(); }

  /// What is kept from round to round, an array for all nodes each.
  std::vector<std::span<double>> kept() {
    std::vector<std::span<double>> arrays;
    for (std::vector<double>* array : {&weighed_, &z_before_})
      if (!array->empty()) arrays.emplace_back(*array);
    return arrays;
  }

  /// The mixtures of some nodes, whose numbers begin at `begin`, become points that are still to be projected.
  /// `project` projects each node's numbers.
  template <class Project>
  void find(Round gradient, std::size_t begin, std::span<double> mixtures, const Project& project) {
    if (!weighed_.empty() && gradient > 1) {
      const std::span<double> mean(weighed_.data() + begin, mixtures.size());
      multiply_add(plan_.output_weight(gradient - 1), mixtures, mean, mean);
    }
    if (z_before_.empty()) return;
    project(mixtures);
    const std::vector<double> z(mixtures.begin(), mixtures.end());
    const std::span<double> before(z_before_.data() + begin, mixtures.size());
    extrapolate(1 + plan_.momentum(gradient), before, mixtures);
    std::copy(z.begin(), z.end(), before.begin());
  }

  /// The last mixtures become the weighted means of all.
  void weigh_last(std::size_t begin, std::span<double> mixtures) const {
    const std::span<const double> mean(weighed_.data() + begin, mixtures.size());
    multiply_add(plan_.output_weight(plan_.gradient_rounds()), mixtures, mean, mixtures);
  }

 private:
  const Plan& plan_;
  std::vector<double> weighed_, z_before_;
};

}  // namespace sotto
