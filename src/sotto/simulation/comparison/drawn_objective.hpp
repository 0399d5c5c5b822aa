// SPDX-License-Identifier: MIT
// The objective of a node whose drawn rows stand for more than they are: its gradients are those of all the rows that
// are declared, and so are its constants. A record that is replaced would be one of the many that a row stands for.
#pragma once

#include "sotto/problem/linear_model.hpp"

namespace sotto {

class DrawnObjective final : public Objective {
 public:
  /// `setting` is the declared one; rows may be fewer than its records.
  DrawnObjective(const Domain& domain, const LinearModelSetting& setting, LabelledRows rows)
      : declared_(LinearModel::constants_for(domain, setting)),
        rows_(standing_for_all(domain, setting, std::move(rows))) {}

  std::size_t dimension() const override { return rows_.dimension(); }
  double value(std::span<const double> x) const override { return rows_.value(x); }
  void gradient(std::span<const double> x, std::span<double> out) const override { rows_.gradient(x, out); }
  void gradients(std::span<const double> points, std::span<double> out) const override { rows_.gradients(points, out); }
  PublicConstants public_constants() const override { return declared_; }

 private:
  static LinearModel standing_for_all(const Domain& domain, LinearModelSetting setting, LabelledRows rows) {
    const std::uint64_t held = rows.labels.size();
    setting.weight *= static_cast<double>(setting.records) / static_cast<double>(held);
    setting.records = held;
    return {domain, setting, std::move(rows)};
  }

  PublicConstants declared_;
  LinearModel rows_;
};

}  // namespace sotto
