// SPDX-License-Identifier: MIT
#include "sotto/agreement/algorithm_settings.hpp"

#include "sotto/settings/field_reader.hpp"
#include "sotto/settings/field_sample.hpp"
#include "sotto/settings/field_writer.hpp"

namespace sotto {
namespace {

constexpr const char* until_agreement = "until-agreement";

/// Three keys decide when Stage II ends.
struct StopKeys {
  IntegerOrWord rounds = "auto";
  double tolerance = 1e-6;
  Round cap = 10'000;
};

StopRule rule_of(const StopKeys& keys) {
  if (const auto* fixed = std::get_if<std::int64_t>(&keys.rounds)) return FixedRounds{static_cast<Round>(*fixed)};
  if (std::get<std::string>(keys.rounds) == until_agreement)
    return UntilAgreement{.tolerance = keys.tolerance, .cap = keys.cap};
  return UntilContracted{.tolerance = keys.tolerance, .cap = keys.cap};
}

StopKeys keys_of(const StopRule& rule) {
  if (const auto* fixed = std::get_if<FixedRounds>(&rule)) return {.rounds = std::int64_t{fixed->rounds}};
  if (const auto* agreement = std::get_if<UntilAgreement>(&rule))
    return {until_agreement, agreement->tolerance, agreement->cap};
  const auto& contracted = std::get<UntilContracted>(rule);
  return {"auto", contracted.tolerance, contracted.cap};
}

template <class Visitor>
void algorithm_fields(Visitor& v, AlgorithmSettings& algorithm, StopKeys& stop) {
  const StopKeys usual;
  v.whole("rounds", algorithm.rounds, 1000, {1, 10'000'000},
          {.says = "T: rounds with a gradient and noise (Stage I)", .set = true});
  v.choice("step", algorithm.step, StepRule::shifted, all_step_rules, {.says = "shifted, paper (c/t)"});
  v.choice("consensus", algorithm.consensus, Consensus::plain, all_consensus,
           {.says = "Stage II: plain (W in every round), chebyshev (about the square root of the rounds)"});
  v.whole_or_word(
      "consensus_rounds", stop.rounds, {0, 100'000'000}, {"auto", until_agreement},
      {.says = "of Stage II: a number; \"auto\" = until what it is proved to leave of the disagreement is at\n"
               "most the tolerance; \"until-agreement\" = until messages change by less than the tolerance"});
  v.real("tolerance", stop.tolerance, usual.tolerance, strictly_within({0, 1}), {.shown = "1e-6"});
  v.whole("consensus_cap", stop.cap, usual.cap, {1, 100'000'000}, {.says = "at most this many rounds of Stage II"});
}

}  // namespace

AlgorithmSettings read_algorithm(Reader& reader) {
  AlgorithmSettings algorithm;
  StopKeys stop;
  FieldReader fields(reader, "algorithm");
  algorithm_fields(fields, algorithm, stop);
  algorithm.stop = rule_of(stop);
  return algorithm;
}

std::string algorithm_toml(AlgorithmSettings algorithm) {
  StopKeys stop = keys_of(algorithm.stop);
  FieldWriter fields;
  algorithm_fields(fields, algorithm, stop);
  return "\n[algorithm]\n" + fields.lines();
}

std::string algorithm_sample() {
  AlgorithmSettings algorithm;
  StopKeys stop;
  FieldSample fields("algorithm");
  algorithm_fields(fields, algorithm, stop);
  return fields.section();
}

}  // namespace sotto
