// SPDX-License-Identifier: MIT
#include "sotto/agreement/algorithm_settings.hpp"

#include <algorithm>

#include "sotto/settings/field_reader.hpp"
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
  v.choice("acceleration", algorithm.acceleration, Acceleration::none, all_accelerations,
           {.says = "none; nesterov: gradients beyond z, at no privacy cost; it needs steps of at most 1/L",
            .written = algorithm.acceleration != Acceleration::none,
            .after = "consensus_cap"});
  v.choice("step", algorithm.step,
           algorithm.acceleration == Acceleration::nesterov ? StepRule::constant : StepRule::shifted, all_step_rules,
           {.says = "length of gradient steps: shifted (falls like 1/(t + t0)), paper (c/t), constant (1/L)",
            .usually = "\"shifted\"; \"constant\" with nesterov"});
  v.choice("consensus", algorithm.consensus, Consensus::plain, all_consensus,
           {.says = "Stage II: plain (W in every round), chebyshev (about the square root of the rounds)"});
  v.whole_or_word(
      "consensus_rounds", stop.rounds, {0, 100'000'000}, {"auto", until_agreement},
      {.says = "of Stage II: a number; \"auto\" = until what it is proved to leave of the disagreement is at\n"
               "most the tolerance; \"until-agreement\" = until messages change by less than the tolerance"});
  v.real("tolerance", stop.tolerance, usual.tolerance, strictly_within({0, 1}),
         {.says = "of the disagreement, what Stage II may leave", .shown = "1e-6"});
  v.whole("consensus_cap", stop.cap, usual.cap, {1, 100'000'000}, {.says = "at most this many rounds of Stage II"});
  IntegerOrWord mixing = algorithm.mixing_rounds ? IntegerOrWord(std::int64_t{*algorithm.mixing_rounds}) : "auto";
  v.whole_or_word("mixing_rounds", mixing, {1, 1'000'000}, {"auto"},
                  {.says = "K: rounds of W after each noisy message, at no privacy cost; \"auto\": as many as leave\n"
                           "a tenth of the disagreement between nodes",
                   .written = algorithm.mixing_rounds != 1});
  const auto* number = std::get_if<std::int64_t>(&mixing);
  algorithm.mixing_rounds = number == nullptr ? std::nullopt : std::optional(static_cast<Round>(*number));
  v.choice("output", algorithm.output, Output::last, all_outputs,
           {.says = "last: the last noisy message; polynomial (weights t^2), inverse-variance: means of all",
            .written = algorithm.output != Output::last});
}

/// A manifest that the program wrote holds every key, with its usual value.
void refuse_stage_two(Reader& reader, Consensus consensus, const StopKeys& stop) {
  const StopKeys usual;
  const auto refuse_unless = [&](bool says_nothing, const char* key, const std::string& fine) {
    if (!says_nothing)
      reader.refuse(key, "must be " + fine + " or absent with privacy.trust = \"all-but-q\": all members have the " +
                             "same sum, and there is no Stage II");
  };
  refuse_unless(consensus == Consensus::plain, "algorithm.consensus", "\"plain\"");
  refuse_unless(stop.rounds == usual.rounds || stop.rounds == IntegerOrWord(std::int64_t{0}),
                "algorithm.consensus_rounds", "\"auto\", 0");
  refuse_unless(stop.tolerance == usual.tolerance, "algorithm.tolerance", "1e-6");
  refuse_unless(stop.cap == usual.cap, "algorithm.consensus_cap", "10000");
}

}  // namespace

Round mixing_rounds_of(const AlgorithmSettings& algorithm, const Averaging& averaging) {
  constexpr double left = 0.1, most = 1'000'000;
  if (algorithm.mixing_rounds) return *algorithm.mixing_rounds;
  return static_cast<Round>(std::clamp(rounds_to_contract(averaging, left), 1.0, most));
}

AlgorithmSettings read_algorithm(Reader& reader, Trust trust) {
  AlgorithmSettings algorithm;
  StopKeys stop;
  FieldReader fields(reader, "algorithm");
  algorithm_fields(fields, algorithm, stop);
  if (trust == Trust::all_but_q) refuse_stage_two(reader, algorithm.consensus, stop);
  algorithm.stop = rule_of(stop);
  return algorithm;
}

std::string algorithm_toml(AlgorithmSettings algorithm) {
  StopKeys stop = keys_of(algorithm.stop);
  FieldWriter fields;
  algorithm_fields(fields, algorithm, stop);
  return "\n[algorithm]\n" + fields.lines();
}

DocumentedSection algorithm_document() {
  AlgorithmSettings algorithm;
  StopKeys stop;
  FieldDocument fields("algorithm");
  algorithm_fields(fields, algorithm, stop);
  return fields.section();
}

}  // namespace sotto
