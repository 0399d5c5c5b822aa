// SPDX-License-Identifier: MIT
// Two trials that measured the same, to the last bit or within a tolerance.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "sotto/simulation/engine/trial.hpp"

namespace sotto::test {

inline void expect_close(std::span<const double> ours, std::span<const double> expected, double tolerance) {
  ASSERT_EQ(ours.size(), expected.size());
  for (std::size_t k = 0; k < ours.size(); ++k)
    ASSERT_NEAR(ours[k], expected[k], tolerance * std::abs(expected[k])) << k;
}

/// Relative; 0 asks for the same bits.
inline void expect_same_errors(const TrialErrors& ours, const TrialErrors& expected, double tolerance = 0) {
  const auto scalars = [](const TrialErrors& of) {
    return std::vector<double>{of.normalised_error, of.first_node_error.value_or(-1), of.first_node_end_error,
                               of.node_error, of.disagreement};
  };
  expect_close(scalars(ours), scalars(expected), tolerance);
  expect_close(ours.rounds.mean_error, expected.rounds.mean_error, tolerance);
  expect_close(ours.rounds.node_error, expected.rounds.node_error, tolerance);
  expect_close(ours.rounds.worst_error, expected.rounds.worst_error, tolerance);
  expect_close(ours.rounds.disagreement, expected.rounds.disagreement, tolerance);
  ASSERT_EQ(ours.node_errors.size(), expected.node_errors.size());
  for (std::size_t t = 0; t < ours.node_errors.size(); ++t)
    expect_close(ours.node_errors[t], expected.node_errors[t], tolerance);
}

}  // namespace sotto::test
