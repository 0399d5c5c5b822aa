// SPDX-License-Identifier: MIT
// Which loss a kind and a declared label come to: every bound that sensitivities are made from follows from them.
#include <gtest/gtest.h>

#include "sotto/agreement/problem_settings.hpp"

namespace sotto {
namespace {

Encoding with_label(Column label) {
  label.role = ColumnRole::label;
  return Encoding(
      {.columns = {{.name = "a", .range = PublicRange{0, 1}}, {.name = "b", .range = PublicRange{0, 1}}, label}});
}

Encoding number(PublicRange range, Scaling scaling) {
  return with_label({.name = "y", .range = range, .scaling = scaling});
}

Encoding levels(std::vector<std::string> names, bool classes = false) {
  return with_label({.name = "y", .type = ColumnType::category, .levels = std::move(names), .classes = classes});
}

ProblemSettings kind(ProblemKind kind, double width = 1) {
  ProblemSettings problem;
  problem.kind = kind;
  problem.width = width;
  return problem;
}

template <class Wanted>
Wanted the(const ProblemSettings& problem, const Encoding& encoding) {
  return std::get<Wanted>(loss_of(problem, encoding).value());
}

TEST(LossOf, NumbersIsBoundedByTheLargestLabelThatIsDeclared) {
  EXPECT_EQ(the<SquaredLoss>(kind(ProblemKind::linear), number({-7, 5}, Scaling::none)).label_bound, 7);
  EXPECT_EQ(the<SquaredLoss>(kind(ProblemKind::linear), number({-2, 5}, Scaling::none)).label_bound, 5);
  EXPECT_EQ(the<SquaredLoss>(kind(ProblemKind::linear), number({-7, 5}, Scaling::symmetric)).label_bound, 1);
  const auto huber = the<HuberLoss>(kind(ProblemKind::huber, 0.25), number({-7, 5}, Scaling::none));
  EXPECT_EQ(huber.label_bound, 7);
  EXPECT_EQ(huber.width, 0.25);
  EXPECT_EQ(the<PoissonLoss>(kind(ProblemKind::poisson), number({0, 9}, Scaling::none)).label_bound, 9);
}

TEST(LossOf, LevelsIsOfTwoOrOfAllClasses) {
  the<LogisticLoss>(kind(ProblemKind::logistic), levels({"no", "yes"}));
  EXPECT_EQ(the<SmoothedHingeLoss>(kind(ProblemKind::svm, 0.25), levels({"no", "yes"})).width, 0.25);
  EXPECT_EQ(the<SoftmaxLoss>(kind(ProblemKind::softmax), levels({"x", "y", "z"})).classes, 3U);
  EXPECT_EQ(the<SoftmaxLoss>(kind(ProblemKind::softmax), levels({"x", "y"}, true)).classes, 2U);
  EXPECT_FALSE(loss_of(kind(ProblemKind::mean_estimation), levels({"no", "yes"})));
}

TEST(LossOf, AKindAndALabelThatDoNotGoTogetherIsRefused) {
  const Encoding two = levels({"no", "yes"}), three = levels({"x", "y", "z"}), any = number({0, 9}, Scaling::none);
  const Encoding none({.columns = {{.name = "a", .range = PublicRange{0, 1}}}});
  for (const ProblemKind name : {ProblemKind::linear, ProblemKind::huber, ProblemKind::poisson})
    for (const Encoding* encoding : {&two, &three, &none})
      EXPECT_THROW(loss_of(kind(name), *encoding), InvalidInput) << name_of(name);
  for (const ProblemKind name : {ProblemKind::logistic, ProblemKind::svm})
    for (const Encoding* encoding : {&any, &three, &none})
      EXPECT_THROW(loss_of(kind(name), *encoding), InvalidInput) << name_of(name);
  for (const Encoding* encoding : {&any, &two, &none})
    EXPECT_THROW(loss_of(kind(ProblemKind::softmax), *encoding), InvalidInput);
  EXPECT_THROW(loss_of(kind(ProblemKind::poisson), number({0, 9}, Scaling::symmetric)), InvalidInput);
  EXPECT_THROW(loss_of(kind(ProblemKind::poisson), number({0, 9}, Scaling::unit)), InvalidInput);
  EXPECT_THROW(loss_of(kind(ProblemKind::poisson), number({-1, 9}, Scaling::none)), InvalidInput);
}

TEST(LossOf, EachClassHasItsOwnCoefficients) {
  const Encoding three = levels({"x", "y", "z"}), two = levels({"no", "yes"});
  EXPECT_EQ(model_dimension(loss_of(kind(ProblemKind::softmax), three), three), 9U) << "two features and the intercept";
  EXPECT_EQ(model_dimension(loss_of(kind(ProblemKind::logistic), two), two), 3U);
  EXPECT_EQ(model_dimension(std::nullopt, two), 3U);
}

}  // namespace
}  // namespace sotto
