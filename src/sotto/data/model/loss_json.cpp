// SPDX-License-Identifier: MIT
// A loss as JSON, there and back. Its parameters are all named: a model has no defaults.
#include "sotto/data/model/model_parts.hpp"
#include "sotto/input/closed_set.hpp"

namespace sotto {
namespace {

constexpr std::uint64_t most_classes = 100'000;

/// A loss of this kind, its parameters still to be read.
std::optional<Loss> loss_called(const std::string& kind) {
  if (kind == "squared") return SquaredLoss{};
  if (kind == "huber") return HuberLoss{};
  if (kind == "logistic") return LogisticLoss{};
  if (kind == "smoothed-hinge") return SmoothedHingeLoss{};
  if (kind == "poisson") return PoissonLoss{};
  if (kind == "softmax") return SoftmaxLoss{.classes = 2};
  return {};
}

void read_real(const JsonPart& part, const char* key, double& into) {
  if (const auto found = part.required(key)) into = found->number();
}

}  // namespace

Json loss_value(const Loss& loss) {
  return std::visit(Cases{[](const SquaredLoss& of) {
                            return Json{{"kind", "squared"}, {"label_bound", of.label_bound}};
                          },
                          [](const HuberLoss& of) {
                            return Json{{"kind", "huber"}, {"width", of.width}, {"label_bound", of.label_bound}};
                          },
                          [](const LogisticLoss&) {
                            return Json{{"kind", "logistic"}};
                          },
                          [](const SmoothedHingeLoss& of) {
                            return Json{{"kind", "smoothed-hinge"}, {"width", of.width}};
                          },
                          [](const PoissonLoss& of) {
                            return Json{{"kind", "poisson"}, {"label_bound", of.label_bound}};
                          },
                          [](const SoftmaxLoss& of) {
                            return Json{{"kind", "softmax"}, {"classes", of.classes}};
                          }},
                    loss);
}

Loss loss_in(const JsonPart& part) {
  if (!part.is_object_of({"kind", "width", "label_bound", "classes"})) return LogisticLoss{};
  const auto kind = part.required("kind");
  if (!kind) return LogisticLoss{};
  std::optional<Loss> loss = loss_called(kind->text());
  if (!loss) {
    kind->refuse("must be one of squared, huber, logistic, smoothed-hinge, poisson, softmax");
    return LogisticLoss{};
  }
  std::visit(Cases{[&](SquaredLoss& of) { read_real(part, "label_bound", of.label_bound); },
                   [&](HuberLoss& of) {
                     read_real(part, "width", of.width);
                     read_real(part, "label_bound", of.label_bound);
                   },
                   [](LogisticLoss&) {}, [&](SmoothedHingeLoss& of) { read_real(part, "width", of.width); },
                   [&](PoissonLoss& of) { read_real(part, "label_bound", of.label_bound); },
                   [&](SoftmaxLoss& of) {
                     if (const auto classes = part.required("classes")) of.classes = classes->whole(most_classes);
                   }},
             *loss);
  const Json own = loss_value(*loss);
  for (const auto& [key, value] : part.value().items())
    if (const auto given = part.at(key); given && !own.contains(key)) given->refuse("this loss has no such parameter");
  return *loss;
}

}  // namespace sotto
