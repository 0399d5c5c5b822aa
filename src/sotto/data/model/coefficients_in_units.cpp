// SPDX-License-Identifier: MIT
// Coefficients as a person reads them.
#include "sotto/data/model/coefficients_in_units.hpp"

#include <span>

#include "sotto/data/dataset/encoding.hpp"

namespace sotto {
namespace {

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
