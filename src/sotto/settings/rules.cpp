// SPDX-License-Identifier: MIT
// What a number must be.
#include "sotto/input/invalid_input.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

std::string IntegerRange::text() const {
  const bool from_below = least > std::numeric_limits<std::int64_t>::min();
  const bool from_above = most < std::numeric_limits<std::int64_t>::max();
  std::string words = "a whole number";
  if (from_below && from_above) return words + " between " + std::to_string(least) + " and " + std::to_string(most);
  if (from_below) words += " >= " + std::to_string(least);
  if (from_above) words += " <= " + std::to_string(most);
  return words;
}

RealRule any_finite() {
  return {"a finite number", [](double) { return true; }};
}

RealRule positive_finite() {
  return {"a finite number > 0", [](double value) { return value > 0; }};
}

RealRule non_negative_finite() {
  return {"a finite number >= 0", [](double value) { return value >= 0; }};
}

RealRule probability_open() {
  return {"a number strictly between 0 and 1", [](double value) { return 0 < value && value < 1; }};
}

RealRule within(Interval ends) {
  return {"a number between " + show(ends.least) + " and " + show(ends.most),
          [ends](double value) { return ends.least <= value && value <= ends.most; }, ends.least};
}

RealRule strictly_within(Interval ends) {
  return {"a number strictly between " + show(ends.least) + " and " + show(ends.most),
          [ends](double value) { return ends.least < value && value < ends.most; },
          ends.least + (ends.most - ends.least) / 2};
}

RealRule greater_than(double bound) {
  return {"a finite number > " + show(bound), [bound](double value) { return value > bound; }, bound + 1};
}

}  // namespace sotto
