// SPDX-License-Identifier: MIT
// The coefficients of a model as JSON: as they are used, and what follows from them for people.
#pragma once

#include "sotto/data/model/fitted_model.hpp"
#include "sotto/data/model/json_part.hpp"

namespace sotto {

/// Top-level keys of a model: meaning, row_norm, margins, constant, coefficients.
Json coefficient_values(const FittedModel& model);

/// The numbers that are used, by the names that schema and loss ask for.
std::vector<double> coefficients_in(const JsonPart& model, const Loss& loss, const Schema& schema);

/// What a document says beyond them must be what follows from them.
void check_what_follows(const JsonPart& document, const FittedModel& model);

}  // namespace sotto
