// SPDX-License-Identifier: MIT
// A problem on records of declared columns, at every node.
#include <algorithm>
#include <numeric>

#include "sotto/agreement/agreement.hpp"
#include "sotto/agreement/problem_settings.hpp"
#include "sotto/data/dataset/partition.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/problem/mean_estimation.hpp"

namespace sotto {

DeclaredProblem::DeclaredProblem(const Terms& terms, std::vector<std::uint64_t> sizes)
    : problem_(terms.problem),
      encoding_(terms.data->schema),
      loss_(loss_of(problem_, encoding_)),
      domain_(make_domain(problem_)),
      sizes_(std::move(sizes)) {
  for (NodeId i = 0; i < sizes_.size(); ++i)
    constants_.push_back(loss_ ? LinearModel::constants_for(domain_, setting_of(i))
                               : MeanEstimation::constants_for(domain_, sizes_[i]));
}

std::uint64_t DeclaredProblem::records_in_all() const {
  return std::accumulate(sizes_.begin(), sizes_.end(), std::uint64_t{0});
}

/// f = sum_i w_i sum l + lambda n/2 ||x||^2, the regulariser in equal shares: then mu is the same at every node.
LinearModelSetting DeclaredProblem::setting_of(NodeId node) const {
  const double even = static_cast<double>(records_in_all()) / static_cast<double>(sizes_.size());
  return {.loss = *loss_,
          .features = encoding_.dimension(),
          .records = sizes_[node],
          .row_norm = encoding_.row_norm(),
          .weight = problem_.weighting == Weighting::nodes ? even / static_cast<double>(sizes_[node]) : 1.0,
          .strong_convexity = problem_.regularisation * even,
          .clip = problem_.clip_at_half_norm ? LinearModel::longest_gradient(domain_, *loss_, encoding_.row_norm()) / 2
                                             : problem_.clip};
}

PublicConstants DeclaredProblem::common_constants() const {
  PublicConstants common = constants_[0];
  for (const PublicConstants& own : constants_) {
    common.curvature.strong_convexity = std::min(common.curvature.strong_convexity, own.curvature.strong_convexity);
    common.curvature.smoothness = std::max(common.curvature.smoothness, own.curvature.smoothness);
    common.record_sensitivity = std::max(common.record_sensitivity, own.record_sensitivity);
    common.gradient_bound = std::max(common.gradient_bound, own.gradient_bound);
  }
  return common;
}

std::unique_ptr<Objective> DeclaredProblem::objective(NodeId node, LabelledRows rows) const {
  if (loss_) return std::make_unique<LinearModel>(domain_, setting_of(node), std::move(rows));
  return std::make_unique<MeanEstimation>(domain_, std::get<Records>(std::move(rows.features)));
}

DrawnProblem DeclaredProblem::drawn(const RecordAssumptions& assumed) const {
  return {.encoding = encoding_, .loss = loss_, .domain = domain_, .assumed = assumed, .sizes = sizes_};
}

std::vector<std::uint64_t> declared_sizes(const DataSettings& data, NodeId nodes) {
  const std::string so_many = std::to_string(nodes) + " nodes, numbered from 0";
  const auto refuse = [](NodeId node, const std::string& rule) {
    throw InvalidInput({"node." + std::to_string(node) + ".file", "", rule});
  };
  std::vector<std::uint64_t> sizes;
  for (NodeId i = 0; i < nodes; ++i) {
    const auto own = data.files.find(i);
    if (own == data.files.end()) refuse(i, "is required: each of the " + so_many + ", has a file or none has");
    sizes.push_back(kept_rows(*own->second.declared_rows, data.hold_out));
    if (sizes.back() == 0) refuse(i, "data.hold_out leaves none of its records");
  }
  if (data.files.size() != nodes) refuse(data.files.rbegin()->first, "there are " + so_many);
  return sizes;
}

}  // namespace sotto
