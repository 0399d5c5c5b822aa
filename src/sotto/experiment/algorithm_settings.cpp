// SPDX-License-Identifier: MIT
// The section [algorithm] of a configuration.
#include "sotto/experiment/algorithm_settings.hpp"

#include "sotto/experiment/named_choice.hpp"

namespace sotto {
namespace {

constexpr std::int64_t stage_two_cap = 10'000;

}  // namespace

AlgorithmSettings read_algorithm(Reader& reader) {
  AlgorithmSettings algorithm;
  algorithm.rounds = static_cast<Round>(reader.integer_or("algorithm.rounds", 1000, {1, 10'000'000}));
  algorithm.step = named(reader, "algorithm.step", StepRule::shifted, all_step_rules);
  algorithm.consensus = named(reader, "algorithm.consensus", Consensus::plain, all_consensus);
  const double tolerance = reader.real_or("algorithm.tolerance", 1e-6, strictly_within({0, 1}));
  const IntegerOrWord rounds = reader.integer_or_word("algorithm.consensus_rounds", std::string("auto"),
                                                      {0, 100'000'000}, {"auto", "until-agreement"});
  const auto cap = static_cast<Round>(reader.integer_or("algorithm.consensus_cap", stage_two_cap, {1, 100'000'000}));
  if (const auto* fixed = std::get_if<std::int64_t>(&rounds))
    algorithm.stop = FixedRounds{static_cast<Round>(*fixed)};
  else if (std::get<std::string>(rounds) == "until-agreement")
    algorithm.stop = UntilAgreement{.tolerance = tolerance, .cap = cap};
  else
    algorithm.stop = UntilContracted{.tolerance = tolerance, .cap = cap};
  return algorithm;
}

}  // namespace sotto
