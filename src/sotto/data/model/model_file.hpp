// SPDX-License-Identifier: MIT
// A model as a file: sotto.model/1, JSON that a person can read and that reads back as the same bits.
#pragma once

#include <string>

#include "sotto/data/model/fitted_model.hpp"

namespace sotto {

/// Keys in a fixed order, a column and a coefficient a line. With the coefficients as they are used stand those in the
/// users' units, which follow from them. Refuses what check() refuses.
std::string model_json(const FittedModel& model);

/// Refuses (data) whatever is no model, with `place` and the path inside the document: keys that are not known or given
/// twice, coefficients of other names or another number than the columns have, numbers in units that do not follow.
FittedModel model_in(const std::string& text, const std::string& place);

/// The same of a file; one of more than 128 MiB is refused.
FittedModel read_model(const std::string& path);

}  // namespace sotto
