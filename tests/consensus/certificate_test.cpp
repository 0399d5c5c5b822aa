// SPDX-License-Identifier: MIT
// Certificates: what they say is what the plan does, and they never promise more than the accountant.
#include "sotto/consensus/certificate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace sotto {
namespace {

PlanRequest lattice_request() {
  const Domain box = Box{.dimension = 4, .half_side = 2};
  return {.budget = {3, 1e-5},
          .gradient_rounds = 20,
          .constants = {.curvature = {5, 5}, .record_sensitivity = 8, .gradient_bound = 100},
          .lattice = box};
}

double booked(const Certificate& certificate, const std::string& name) {
  const auto found = std::find_if(certificate.bookings.begin(), certificate.bookings.end(),
                                  [&](const Booking& booking) { return booking.name == name; });
  EXPECT_NE(found, certificate.bookings.end()) << name;
  return found == certificate.bookings.end() ? NAN : found->amount;
}

bool books(const Certificate& certificate, const std::string& name) {
  return std::any_of(certificate.bookings.begin(), certificate.bookings.end(),
                     [&](const Booking& booking) { return booking.name == name; });
}

TEST(Certificate, BooksEveryCostOfTheLatticeAndStaysWithinThePromise) {
  for (const Accountant accountant : all_accountants) {
    PlanRequest request = lattice_request();
    request.accountant = accountant;
    const Plan plan = make_plan(request);
    const Certificate certificate = certificate_of(plan);
    EXPECT_EQ(certificate.accountant, accountant);
    EXPECT_TRUE(certificate.on_lattice);
    EXPECT_EQ(booked(certificate, "rounds"), 20);
    EXPECT_EQ(booked(certificate, "alpha"), plan.total_cost().alpha);
    EXPECT_LE(booked(certificate, "alpha"), booked(certificate, "alpha_limit"));
    EXPECT_EQ(booked(certificate, "total_variation"), plan.total_cost().total_variation);
    EXPECT_GT(booked(certificate, "total_variation"), 0);
    EXPECT_GT(booked(certificate, "lattice_sensitivity"), 0);
    EXPECT_LT(booked(certificate, "lattice_sensitivity"), 1e-6);
    const double slack = booked(certificate, "delta_slack");
    if (pays_total_variation(accountant))
      EXPECT_NEAR(slack / ((1 + std::exp(3.0)) * plan.total_cost().total_variation), 1, 1e-9);
    else
      EXPECT_EQ(slack, 0);
    EXPECT_LE(booked(certificate, "delta_exact"), 1e-5 * (1 + 1e-9));
    EXPECT_GT(booked(certificate, "epsilon_two_records"), booked(certificate, "epsilon_two_nodes"));
    EXPECT_GT(booked(certificate, "epsilon_two_nodes"), 3 * (1 - 1e-9));
  }
}

TEST(Certificate, OfAPlanInDoublesSaysThatRealNumbersAreMeantAndBooksNoLattice) {
  PlanRequest request = lattice_request();
  request.lattice.reset();
  const Certificate certificate = certificate_of(make_plan(request));
  EXPECT_FALSE(certificate.on_lattice);
  EXPECT_TRUE(certificate.statement.starts_with("In real numbers, not in the doubles"));
  EXPECT_FALSE(books(certificate, "lattice_sensitivity"));
  EXPECT_FALSE(books(certificate, "delta_slack"));
}

TEST(Certificate, NamesThePromiseWhomItHoldsOffAndWhatItDoesNotCover) {
  const Certificate certificate = certificate_of(make_plan(lattice_request()));
  EXPECT_NE(certificate.statement.find("epsilon = 3, delta = 1e-05"), std::string::npos);
  EXPECT_NE(certificate.statement.find("replace-one"), std::string::npos);
  EXPECT_FALSE(certificate.held_off.empty());
  std::string not_covered;
  for (const std::string& line : certificate.not_covered) not_covered += line;
  for (const char* topic : {"timing", "repeated runs", "tuning", "several nodes"})
    EXPECT_NE(not_covered.find(topic), std::string::npos) << topic;
}

TEST(Certificate, NamesTheMechanismOfItsPlanAndTheThreatThatTheCostIsFor) {
  const Plan plan = make_plan(lattice_request());
  const Certificate certificate = certificate_of(plan);
  EXPECT_TRUE(certificate.mechanism == plan.request().mechanism);
  EXPECT_EQ(certificate.threat, Threat::all_others());
  EXPECT_FALSE(certificate.epsilon_all.has_value());
  double alpha = 0;
  for (Round t = 1; t <= plan.gradient_rounds(); ++t) {
    const auto sensitivity = static_cast<double>(plan.lattice_round(t).sensitivity);
    const double ratio = sensitivity / static_cast<double>(plan.lattice_round(t).sigma);
    EXPECT_EQ(plan.cost(t, certificate.threat), ratio * ratio) << t;
    EXPECT_EQ(plan.cost(t), plan.cost(t, certificate.threat)) << t;
    alpha += plan.cost(t, certificate.threat);
  }
  EXPECT_NEAR(plan.alpha_spent() / alpha, 1, 1e-12);
}

TEST(Certificate, ForAddRemoveDoesNotCallTheNumberOfRecordsPublic) {
  PlanRequest request = lattice_request();
  const auto names_records = [&] {
    const Certificate certificate = certificate_of(make_plan(request));
    return std::any_of(certificate.is_public.begin(), certificate.is_public.end(),
                       [](const std::string& line) { return line.find("number of records") != std::string::npos; });
  };
  EXPECT_TRUE(names_records());
  request.budget.adjacency = Adjacency::add_remove;
  EXPECT_FALSE(names_records());
}

/// Both promises, and what each rests on.
TEST(Certificate, OfMaskedSumsSpeaksOfTheColludersAndOfAllOthers) {
  PlanRequest request = lattice_request();
  request.mechanism = MaskedSums{.members = 10, .colluders = 3, .spare_rounds = 2};
  const Plan plan = make_plan(request);
  const Certificate certificate = certificate_of(plan);
  EXPECT_EQ(certificate.threat, Threat::with_members(3));
  ASSERT_TRUE(certificate.epsilon_all.has_value());
  EXPECT_EQ(*certificate.epsilon_all, epsilon_of(Accountant::exact, plan, Threat::all_others()));
  EXPECT_GT(*certificate.epsilon_all, 2.5 * request.budget.epsilon);
  EXPECT_NE(certificate.statement.find("up to 3 of the other 9 members fixed in advance"), std::string::npos);
  EXPECT_NE(certificate.statement.find(
                "all other members together learn at most epsilon = " + show(*certificate.epsilon_all) + " at"),
            std::string::npos)
      << certificate.statement;
  std::string said;
  for (const std::string& line : certificate.conditions) said += line;
  for (const char* topic : {"7 members draw their own noise", "X25519", "ChaCha20", "2 spare rounds"})
    EXPECT_NE(said.find(topic), std::string::npos) << topic;
  std::map<std::string, double> booked;
  for (const Booking& booking : certificate.bookings) booked[booking.name] = booking.amount;
  EXPECT_NEAR(booked.at("alpha_all") / (7 * booked.at("alpha")), 1, 1e-12);
  EXPECT_EQ(booked.at("epsilon_all"), *certificate.epsilon_all);
  EXPECT_EQ(booked.at("epsilon_two_nodes"), booked.at("epsilon_two_records"));  // both records move one sum
  EXPECT_LT(booked.at("epsilon_two_runs"), booked.at("epsilon_two_nodes"));
  EXPECT_GT(booked.at("epsilon_all_two_records"), booked.at("epsilon_all_two_nodes"));
  EXPECT_GT(booked.at("epsilon_all_two_nodes"), booked.at("epsilon_all"));
}

}  // namespace
}  // namespace sotto
