// SPDX-License-Identifier: MIT
// A model that was fitted: all that is needed to use it on another file, and what may be said of its privacy.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sotto/data/dataset/schema.hpp"
#include "sotto/problem/losses.hpp"

namespace sotto {

/// Exactly one of the two is given.
struct ModelPrivacy {
  std::string certificate = {};      ///< a JSON object; only if the noise of the run was secret
  std::string why_not_private = {};  ///< a sentence, e.g. that the noise was seeded
  bool is_private() const { return !certificate.empty(); }
};

/// The program that made it; what is not known is left out.
struct ModelOrigin {
  std::string version = {};
  std::string commit = {};
  std::string digest = {};  ///< of the run
  std::optional<std::uint64_t> seed = {};
};

struct FittedModel {
  Loss loss;
  Schema schema;
  std::vector<double> coefficients;  ///< of encoded rows: a vector of their dimension for each margin of the loss
  ModelPrivacy privacy;
  ModelOrigin origin = {};
};

/// All faults at once: a loss or a schema that is none, a label that the loss cannot predict, coefficients of another
/// number or beyond 1e100 (what a model says of a row is then always finite), a promise that is none.
void check(const FittedModel& model);

/// Under which margins are listed: the label's levels, of two only the second; else the label's name.
std::vector<std::string> margin_names(const FittedModel& model);

/// Coefficients as a person reads them, in the units of the columns and not of what those are scaled to:
/// constant + sum over coordinates of coefficient * (a number in its column's unit, or 1 if the cell holds the level).
struct LinearForm {
  double constant = 0;
  std::vector<double> coefficients = {};  ///< of coordinate_names, without the intercept
};

/// True of rows that are not longer than B once they are encoded: longer ones are scaled down first.
struct CoefficientsInUnits {
  std::vector<LinearForm> margins;       ///< one for each margin of the loss
  std::optional<LinearForm> label = {};  ///< of squared and huber: the prediction itself, in the label's unit
};

CoefficientsInUnits coefficients_in_units(const FittedModel& model);

/// The model as a file, sotto.model/1: JSON that a person can read and that reads back as the same bits. Keys in a
/// fixed order, a column and a coefficient a line. With the coefficients as they are used stand those in the users'
/// units, which follow from them. Refuses what check() refuses.
std::string model_json(const FittedModel& model);

/// Refuses (data) whatever is no model, with `place` and the path inside the document: keys that are not known or given
/// twice, coefficients of other names or another number than the columns have, numbers in units that do not follow.
FittedModel model_in(const std::string& text, const std::string& place);

/// The same of a file; one of more than 128 MiB is refused.
FittedModel read_model(const std::string& path);

}  // namespace sotto
