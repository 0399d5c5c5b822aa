// SPDX-License-Identifier: MIT
// Which loss a kind of problem has on declared columns.
#include "sotto/experiment/loss_of_columns.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

[[noreturn]] void refuse_label(const std::string& kind, const std::string& rule) {
  throw InvalidInput({"problem.kind", kind, rule});
}

/// The largest magnitude of an encoded label.
double label_bound(const Encoding& encoding) {
  const Column& label = encoding.label()->column;
  return label.scaling == Scaling::none ? std::max(std::abs(label.range->lowest), std::abs(label.range->highest)) : 1.0;
}

void need_number(const ProblemSettings& problem, const Encoding& encoding) {
  if (encoding.label_kind() != LabelKind::number || !encoding.label()->column.range)
    refuse_label(problem.kind, "needs a column with role = \"label\", type = \"number\" and a range");
}

void need_two_levels(const ProblemSettings& problem, const Encoding& encoding) {
  if (encoding.label_kind() != LabelKind::signs)
    refuse_label(problem.kind, "needs a column with role = \"label\", type = \"category\" and two levels");
}

Loss poisson_loss(const ProblemSettings& problem, const Encoding& encoding) {
  need_number(problem, encoding);
  const Column& label = encoding.label()->column;
  if (label.scaling != Scaling::none || label.range->lowest < 0)
    refuse_label(problem.kind, "needs a label that counts: scale = \"none\", range = [0, highest]");
  return PoissonLoss{.label_bound = label.range->highest};
}

}  // namespace

std::optional<Loss> loss_of(const ProblemSettings& problem, const Encoding& encoding) {
  if (problem.kind == "mean-estimation") return std::nullopt;
  if (problem.kind == "poisson") return poisson_loss(problem, encoding);
  if (problem.kind == "linear" || problem.kind == "huber") {
    need_number(problem, encoding);
    const double bound = label_bound(encoding);
    return problem.kind == "linear" ? Loss(SquaredLoss{.label_bound = bound})
                                    : Loss(HuberLoss{.width = problem.width, .label_bound = bound});
  }
  if (problem.kind == "softmax") {
    if (encoding.label_kind() != LabelKind::classes)
      refuse_label(problem.kind,
                   "needs a column with role = \"label\", type = \"category\" and three levels or more (two with "
                   "classes = true)");
    return SoftmaxLoss{.classes = encoding.label()->column.levels.size()};
  }
  need_two_levels(problem, encoding);
  if (problem.kind == "svm") return SmoothedHingeLoss{.width = problem.width};
  return LogisticLoss{};
}

std::size_t model_dimension(const std::optional<Loss>& loss, const Encoding& encoding) {
  return encoding.dimension() * (loss ? margins_of(*loss) : 1);
}

}  // namespace sotto
