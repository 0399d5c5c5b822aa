// SPDX-License-Identifier: MIT
// The parts of a model as JSON, there and back. Seen by sources of this folder alone.
#pragma once

#include "sotto/data/dataset/schema.hpp"
#include "sotto/data/model/fitted_model.hpp"
#include "sotto/data/model/json_part.hpp"
#include "sotto/problem/losses.hpp"

namespace sotto {

Json schema_value(const Schema& schema);

/// Faults of form go to the part's list; whether the declaration is sound is for check() to say.
Schema schema_in(const JsonPart& part);

Json loss_value(const Loss& loss);
Loss loss_in(const JsonPart& part);

/// Top-level keys of a model: meaning, row_norm, margins, constant, coefficients.
Json coefficient_values(const FittedModel& model);

/// The numbers that are used, by the names that schema and loss ask for.
std::vector<double> coefficients_in(const JsonPart& model, const Loss& loss, const Schema& schema);

/// What a document says beyond them must be what follows from them.
void check_what_follows(const JsonPart& document, const FittedModel& model);

}  // namespace sotto
