// SPDX-License-Identifier: MIT
// A model that was fitted: what must hold for it.
#include "sotto/data/model/fitted_model.hpp"

#include <cmath>
#include <span>

#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/model/prediction.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

constexpr double largest_coefficient = 1e100;

LabelKind kind_for(const Loss& loss) {
  if (std::holds_alternative<SoftmaxLoss>(loss)) return LabelKind::classes;
  return predicts_levels(loss) ? LabelKind::signs : LabelKind::number;
}

std::string rule_for(LabelKind kind) {
  if (kind == LabelKind::number) return "the loss predicts a number: the label must be one";
  return kind == LabelKind::signs ? "the loss needs a label of two levels, without classes"
                                  : "a softmax needs a label with levels, as classes if there are two";
}

void check_label(const Loss& loss, const Encoding& encoding, Faults& faults) {
  const ColumnEncoding* const label = encoding.label();
  if (label == nullptr) return faults.add({"data.columns", "", "one of them must be the label"});
  const std::string field = "data.columns." + shown(label->column.name);
  const LabelKind wanted = kind_for(loss);
  if (encoding.label_kind() != wanted) return faults.add({field, "", rule_for(wanted)});
  const auto* const softmax = std::get_if<SoftmaxLoss>(&loss);
  if (softmax != nullptr && softmax->classes != label->column.levels.size())
    faults.add({field + ".levels", std::to_string(label->column.levels.size()),
                "the loss has " + std::to_string(softmax->classes) + " classes"});
  if (std::holds_alternative<PoissonLoss>(loss) && label->encoded(label->column.range->lowest) < 0)
    faults.add({field + ".range", "", "counts must not be below 0 once they are scaled: declare scaling = \"none\""});
}

void check_coefficients(const FittedModel& model, const Encoding& encoding, Faults& faults) {
  const std::size_t wanted = margins_of(model.loss) * encoding.dimension();
  if (model.coefficients.size() != wanted)
    faults.add({"coefficients", std::to_string(model.coefficients.size()),
                "loss and columns ask for " + std::to_string(wanted)});
  for (const double coefficient : model.coefficients)
    if (!(std::abs(coefficient) <= largest_coefficient) && !faults.full())
      faults.add({"coefficients", show(coefficient), "must be finite, at most 1e100 in size"});
}

void check_texts(const FittedModel& model, Faults& faults) {
  const ModelPrivacy& privacy = model.privacy;
  if (privacy.certificate.empty() == privacy.why_not_private.empty())
    faults.add({"private", privacy.is_private() ? "true" : "false",
                "a model has a certificate, or a sentence that says why it is not private"});
  for (const std::string* text :
       {&privacy.why_not_private, &model.origin.version, &model.origin.commit, &model.origin.digest})
    if (!is_plain(*text)) faults.add({"model", shown(*text), "must be on one line and without control characters"});
}

/// w (v - offset) factor = (w factor) v - w factor offset.
LinearForm form_in_units(std::span<const double> weights, const std::vector<AffineMap>& maps, bool intercept) {
  LinearForm form;
  const std::size_t columns = weights.size() - (intercept ? 1 : 0);
  form.constant = intercept ? weights[columns] : 0;
  form.coefficients.reserve(columns);
  for (std::size_t k = 0; k < columns; ++k) {
    form.coefficients.push_back(weights[k] * maps[k].factor);
    form.constant -= form.coefficients.back() * maps[k].offset;
  }
  return form;
}

LinearForm form_of_label(LinearForm form, const AffineMap& label) {
  for (double& coefficient : form.coefficients) coefficient /= label.factor;
  form.constant = form.constant / label.factor + label.offset;
  return form;
}

}  // namespace

void check(const FittedModel& model) {
  Faults faults;
  const auto collect = [&](const auto& part) {
    try {
      part();
    } catch (const InvalidInput& refused) {
      for (const Fault& fault : refused.faults()) faults.add(fault);
    }
  };
  collect([&] { check(model.loss); });
  std::optional<Encoding> encoding;
  collect([&] { encoding.emplace(model.schema); });
  check_texts(model, faults);
  if (faults.empty()) check_label(model.loss, *encoding, faults);
  if (faults.empty()) check_coefficients(model, *encoding, faults);
  faults.throw_if_any();
}

std::vector<std::string> margin_names(const FittedModel& model) {
  const Encoding encoding(model.schema);
  const Column& label = encoding.label()->column;
  switch (kind_for(model.loss)) {
    case LabelKind::classes:
      return label.levels;
    case LabelKind::signs:
      return {label.levels[1]};
    default:
      return {label.name};
  }
}

CoefficientsInUnits coefficients_in_units(const FittedModel& model) {
  const Encoding encoding(model.schema);
  const std::vector<AffineMap> maps = coordinate_maps(model.schema);
  CoefficientsInUnits found;
  for (std::size_t k = 0; k < margins_of(model.loss); ++k)
    found.margins.push_back(
        form_in_units(std::span(model.coefficients).subspan(k * encoding.dimension(), encoding.dimension()), maps,
                      model.schema.intercept));
  if (std::holds_alternative<SquaredLoss>(model.loss) || std::holds_alternative<HuberLoss>(model.loss))
    found.label = form_of_label(found.margins[0], encoding.label()->from_units());
  return found;
}

}  // namespace sotto
