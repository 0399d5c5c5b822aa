// SPDX-License-Identifier: MIT
// One loop for every engine: which rounds it asks for, in which order, and where each lane ends.
#include "sotto/simulation/engine/stages.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace sotto {
namespace {

/// Writes down what it is asked for. Lane k changes by 1/2^(round + k).
struct Script final : Rounds {
  void gradient_round(Round t) override { log += " g" + std::to_string(t); }
  void mixing_round(Round t) override {
    log += " a" + std::to_string(t);
    ++averaged;
  }
  void output_round() override { log += " o"; }
  void take_back(std::size_t lane) override { log += " back" + std::to_string(lane); }
  void said(Round t, const std::vector<bool>& running) override {
    log += " y" + std::to_string(t) + ":";
    for (const bool runs : running) log += runs ? '+' : '-';
    if (t == interrupt_at) interrupt = true;
  }
  double largest_relative_change(std::size_t lane) const override {
    return 1.0 / static_cast<double>(1u << (averaged + lane));
  }

  std::vector<TrialOutcome> run(const Course& course) {
    std::vector<TrialOutcome> outcomes(course.stages.size());
    run_both_stages(*this, course, outcomes, interrupt);
    return outcomes;
  }

  std::string log;
  Round averaged = 0, interrupt_at = 0;
  std::atomic<bool> interrupt{false};
};

StageTwo stage(Round rounds, bool cap_binds = false) {
  return {.most_rounds = rounds, .cap_binds = cap_binds, .disagreement_left = 0};
}

TEST(Stages, ALaneEndsAtItsOwnRoundAndIsTakenBackFromThenOn) {
  Script script;
  const auto outcomes =
      script.run({.timetable = Timetable({2}), .stop = FixedRounds{}, .stages = {stage(1), stage(3, true)}});
  EXPECT_EQ(script.log, " g1 y2:++ g2 y3:++ a3 y4:++ a4 back0 y5:-+ a5 back0 y6:-+");
  EXPECT_EQ(outcomes[0].consensus_rounds, 1u);
  EXPECT_EQ(outcomes[1].consensus_rounds, 3u);
  EXPECT_EQ(outcomes[1].gradient_rounds, 2u);
  EXPECT_FALSE(outcomes[0].ended_by_cap);
  EXPECT_TRUE(outcomes[1].ended_by_cap);
}

TEST(Stages, AgreementEndsALaneAndWhoDoesNotAgreeEndsByTheCap) {
  Script script;
  const auto outcomes = script.run({.timetable = Timetable({1}),
                                    .stop = UntilAgreement{.tolerance = 1.0 / 8, .cap = 2},
                                    .stages = {stage(2), stage(2)}});
  EXPECT_EQ(script.log, " g1 y2:++ a2 y3:++ a3 y4:++");
  EXPECT_TRUE(outcomes[0].ended_by_cap) << "it changed by 1/4";
  EXPECT_FALSE(outcomes[1].ended_by_cap) << "it changed by 1/8";
}

TEST(Stages, GoOnWithALaterRoundAsIfTheyHadDoneThoseBefore) {
  const Course course{.timetable = Timetable({2}), .stop = FixedRounds{}, .stages = {stage(2)}};
  for (const Round first : {2u, 3u, 4u}) {
    Script whole, rest;
    std::vector<TrialOutcome> outcomes = whole.run(course);
    Course later = course;
    later.first = first;
    EXPECT_EQ(rest.run(later).at(0).consensus_rounds, outcomes.at(0).consensus_rounds);
    EXPECT_TRUE(whole.log.ends_with(rest.log)) << whole.log << " and" << rest.log;
    EXPECT_EQ(std::count(rest.log.begin(), rest.log.end(), 'y'), 5 - static_cast<int>(first));
  }
}

TEST(Stages, WithoutAStageTwoNobodyAverages) {
  Script script;
  const auto outcomes = script.run(
      {.timetable = Timetable({1}), .stop = UntilAgreement{.tolerance = 0.5, .cap = 0}, .stages = {stage(0)}});
  EXPECT_EQ(script.log, " g1 y2:+");
  EXPECT_TRUE(outcomes[0].ended_by_cap);
  EXPECT_FALSE(outcomes[0].interrupted);
}

TEST(Stages, AnInterruptEndsAllLanesBetweenRounds) {
  for (const Round last : {2u, 3u, 4u}) {
    Script script;
    script.interrupt_at = last;
    const auto outcomes =
        script.run({.timetable = Timetable({2}), .stop = FixedRounds{}, .stages = {stage(0, true), stage(9, true)}});
    for (const TrialOutcome& outcome : outcomes) {
      EXPECT_TRUE(outcome.interrupted);
      EXPECT_FALSE(outcome.ended_by_cap);
      EXPECT_EQ(outcome.gradient_rounds, std::min(last - 1, 2u));
    }
    EXPECT_EQ(outcomes[1].consensus_rounds, last == 4 ? 1u : 0u);
  }
}

/// Gradients keep their own numbers; messages are numbered by rounds.
TEST(Stages, MixingRoundsLieBetweenGradientsAndTheOutputBeforeStageTwo) {
  Script script;
  const auto outcomes =
      script.run({.timetable = Timetable({.gradient_rounds = 2, .mixing_rounds = 3, .weighs_messages = true}),
                  .stop = FixedRounds{},
                  .stages = {stage(1)}});
  EXPECT_EQ(script.log, " g1 y2:+ a2 y3:+ a3 y4:+ g2 y5:+ o y6:+ a6 y7:+");
  EXPECT_EQ(outcomes[0].gradient_rounds, 2u);
  EXPECT_EQ(outcomes[0].mixing_rounds, 3u);  // the output's among them
  EXPECT_EQ(outcomes[0].consensus_rounds, 1u);
}

}  // namespace
}  // namespace sotto
