// SPDX-License-Identifier: MIT
// What a linear model says of rows.
#include "sotto/data/model/margins.hpp"

#include "sotto/input/invalid_input.hpp"
#include "sotto/problem/row_access.hpp"

namespace sotto {

std::vector<double> margins_at(const Loss& loss, std::span<const double> x, const FeatureRows& rows) {
  const std::size_t margins = margins_of(loss), features = dimension_of(rows);
  if (x.size() != margins * features)
    throw InvalidInput({"coefficients", std::to_string(x.size()),
                        "the rows ask for " + std::to_string(margins) + " times " + std::to_string(features)});
  std::vector<double> found(count_of(rows) * margins);
  std::visit(
      [&](const auto& some) {
        for (std::size_t r = 0; r < some.count(); ++r)
          for (std::size_t k = 0; k < margins; ++k)
            found[r * margins + k] = dot(row_of(some, r), x.subspan(k * features, features));
      },
      rows);
  return found;
}

}  // namespace sotto
