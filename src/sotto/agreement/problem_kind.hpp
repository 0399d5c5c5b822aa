// SPDX-License-Identifier: MIT
// What a network minimises: the mean of records, or a linear model of their labels.
#pragma once

#include "sotto/input/closed_set.hpp"

namespace sotto {

enum class ProblemKind { mean_estimation, linear, logistic, softmax, huber, svm, poisson };
constexpr Names<7> names_of(ProblemKind) {
  return {"mean-estimation", "linear", "logistic", "softmax", "huber", "svm", "poisson"};
}

}  // namespace sotto
