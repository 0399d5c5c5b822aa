// SPDX-License-Identifier: MIT
// Which loss a kind of problem has on declared columns.
#include <algorithm>
#include <cmath>

#include "sotto/agreement/problem_settings.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

[[noreturn]] void refuse_label(ProblemKind kind, const std::string& rule) {
  throw InvalidInput({"problem.kind", std::string(name_of(kind)), rule});
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

Loss softmax_loss(const ProblemSettings& problem, const Encoding& encoding) {
  if (encoding.label_kind() != LabelKind::classes)
    refuse_label(problem.kind,
                 "needs a column with role = \"label\", type = \"category\" and three levels or more (two with "
                 "classes = true)");
  return SoftmaxLoss{.classes = encoding.label()->column.levels.size()};
}

}  // namespace

std::optional<Loss> loss_of(const ProblemSettings& problem, const Encoding& encoding) {
  switch (problem.kind) {
    case ProblemKind::mean_estimation:
      return std::nullopt;
    case ProblemKind::linear:
      need_number(problem, encoding);
      return SquaredLoss{.label_bound = label_bound(encoding)};
    case ProblemKind::huber:
      need_number(problem, encoding);
      return HuberLoss{.width = problem.width, .label_bound = label_bound(encoding)};
    case ProblemKind::poisson:
      return poisson_loss(problem, encoding);
    case ProblemKind::softmax:
      return softmax_loss(problem, encoding);
    case ProblemKind::svm:
      need_two_levels(problem, encoding);
      return SmoothedHingeLoss{.width = problem.width};
    case ProblemKind::logistic:
      break;
  }
  need_two_levels(problem, encoding);
  return LogisticLoss{};
}

}  // namespace sotto
