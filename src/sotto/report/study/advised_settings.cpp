// SPDX-License-Identifier: MIT
// The settings that are advised.
#include <fmt/format.h>

#include "sotto/report/study/advice_report.hpp"

namespace sotto {
namespace {

/// What was tried first is what is configured.
const Candidate& configured(const Advice& advice) {
  return advice.candidates.front().candidate;
}

/// Only what is to be changed, but for a clip, which is named where it stays too.
std::string problem_lines(const Advice& advice) {
  const Candidate &chosen = advice.chosen.candidate, &before = configured(advice);
  std::string lines, data;
  if (chosen.regularisation != before.regularisation)
    lines += fmt::format("regularisation = {:g}\n", chosen.regularisation);
  if (chosen.clipped) lines += "clip = \"half-norm\"\n";
  const bool unclipped = !chosen.clipped && before.clipped;
  if (!lines.empty() || unclipped) lines = "[problem]\n" + lines + (unclipped ? "# without the key clip\n" : "") + "\n";
  if (chosen.row_norm && chosen.row_norm != before.row_norm)
    data = fmt::format("[data]\nrow_norm = {:g}\n\n", *chosen.row_norm);
  return lines + data;
}

std::string trust_lines(const Advice& advice) {
  const Candidate& chosen = advice.chosen.candidate;
  if (chosen.colluders > 0) return fmt::format("trust = \"all-but-q\"\ncolluders = {}\n", chosen.colluders);
  return configured(advice).colluders > 0 ? "trust = \"nobody\"  # without the keys of masked sums\n" : "";
}

/// What is not the default.
std::string free_lines(const Candidate& chosen) {
  std::string lines;
  if (chosen.mixing_rounds > 1) lines += fmt::format("mixing_rounds = {}\n", chosen.mixing_rounds);
  if (chosen.acceleration != Acceleration::none)
    lines += fmt::format("acceleration = \"{}\"\n", name_of(chosen.acceleration));
  if (chosen.output != Output::last) lines += fmt::format("output = \"{}\"\n", name_of(chosen.output));
  return lines;
}

}  // namespace

std::string advised_settings(const Advice& advice) {
  const Candidate& chosen = advice.chosen.candidate;
  const char* of_nodes = advice.advised.privacy.nodes.empty() ? "" : "  # in every table [node.N] too";
  return problem_lines(advice) +
         fmt::format(
             "[privacy]\nschedule = \"{}\"{}\n{}\n[algorithm]\nrounds = {}\nstep = \"{}\"\nconsensus = \"{}\"\n"
             "consensus_rounds = {}\n{}",
             name_of(chosen.schedule), of_nodes, trust_lines(advice), chosen.rounds, name_of(chosen.step),
             name_of(advice.stage_two.consensus), advice.stage_two.rounds, free_lines(chosen));
}

}  // namespace sotto
