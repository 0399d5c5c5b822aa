// SPDX-License-Identifier: MIT
// Any text as a model file.
#include <cmath>

#include "fuzz/targets.hpp"
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/model/fitted_model.hpp"
#include "sotto/data/model/predicted_rows.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto::fuzz {
namespace {

constexpr std::size_t most_coordinates = 4096;  // of models that are tried on rows

/// The longest rows that a schema lets through, in both directions, and one of zeros.
Dataset longest_rows(const Encoding& encoding) {
  Records rows{.dimension = encoding.dimension(), .values = std::vector<double>(3 * encoding.dimension())};
  const double each = encoding.row_norm() / std::sqrt(static_cast<double>(encoding.dimension()));
  for (std::size_t k = 0; k < encoding.dimension(); ++k) {
    rows.row(0)[k] = each;
    rows.row(1)[k] = k % 2 == 0 ? each : -each;
  }
  return {.rows = {.features = rows}};
}

void expect_finite(const FittedModel& read) {
  const Encoding encoding(read.schema);
  if (encoding.dimension() > most_coordinates) return;
  for (const std::optional<Prediction>& said : predicted_rows(read, longest_rows(encoding))) {
    const bool finite = std::isfinite(said->value.value_or(0)) && std::isfinite(said->probability.value_or(0));
    if (!finite) throw BrokenClaim("a prediction that is no number");
    if (said->level && *said->level >= encoding.label()->column.levels.size())
      throw BrokenClaim("a level that does not exist");
  }
}

}  // namespace

void model(Bytes bytes) {
  try {
    const FittedModel read = model_in(std::string(bytes.begin(), bytes.end()), "model.json");
    const std::string written = model_json(read);
    if (model_json(model_in(written, "model.json")) != written) throw BrokenClaim("a model that changes when written");
    expect_finite(read);
  } catch (const InvalidInput& refused) {
    if (refused.faults().empty() || !is_utf8(refused.what())) throw BrokenClaim("a refusal that cannot be shown");
    if (refused.kind() != FaultKind::data) throw BrokenClaim("a model that was read and cannot be written");
  }
}

}  // namespace sotto::fuzz
