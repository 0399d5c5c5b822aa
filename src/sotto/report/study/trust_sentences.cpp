// SPDX-License-Identifier: MIT
// Whom to trust, in sentences.
#include <fmt/format.h>

#include <cmath>

#include "sotto/report/study/advice_report.hpp"

namespace sotto {
namespace {

std::string pays_sentence(const OtherTrust& other) {
  const std::string who = other.colluders == 0 ? "With trust in nobody joining beats staying alone "
                                               : "With that trust joining beats staying alone ";
  const BreakEvenRange& pays = other.pays;
  if (pays.paying == 0)
    return who + fmt::format("at no epsilon that was tried, in none of {} made-up worlds.", pays.worlds);
  if (pays.paying < pays.worlds)
    return who + fmt::format("in {} of {} made-up worlds, at the earliest from about epsilon = {:.2g} on.", pays.paying,
                             pays.worlds, *pays.lowest.epsilon);
  return who + fmt::format("from {}epsilon = {:.2g} on ({:.2g} to {:.2g} over {} made-up worlds).",
                           pays.median.already_at_least ? "" : "about ", *pays.median.epsilon, *pays.lowest.epsilon,
                           *pays.highest.epsilon, pays.worlds);
}

std::string epsilon_words(double epsilon) {
  return std::isfinite(epsilon) ? fmt::format("epsilon = {:.3g}", epsilon) : "no epsilon";
}

std::string if_others_were_trusted(const Advice& advice, const OtherTrust& other) {
  return fmt::format(
      "Trusting all members but {0} (privacy.trust = \"all-but-q\", privacy.colluders = {0}) would bring {1} = {2:.4g} "
      "instead of {3:.4g} (medians of {5} made-up worlds), with {4} against all other members together.",
      other.colluders, words_of(advice.measures.chosen_by), other.over_worlds.chosen_by.median,
      advice.over_worlds.chosen_by.median, epsilon_words(other.epsilon_all), advice.worlds);
}

std::string why_not_nobody(const Advice& advice, const OtherTrust& other) {
  const Candidate& chosen = advice.chosen.candidate;
  if (chosen.colluders == 0)
    return fmt::format(
        "Trust nobody: {} = {:.4g} is hardly worse than the best with masked sums, and needs no trust in others.",
        words_of(advice.measures.chosen_by), advice.over_worlds.chosen_by.median);
  return fmt::format(
      "Trust all members but {}: {} = {:.4g}, with {} against all other members together. Trusting nobody would bring "
      "{:.4g}.",
      chosen.colluders, words_of(advice.measures.chosen_by), advice.over_worlds.chosen_by.median,
      epsilon_words(advice.epsilon_all), other.over_worlds.chosen_by.median);
}

}  // namespace

std::string trust_words(std::uint32_t colluders) {
  return colluders == 0 ? "trusting nobody" : fmt::format("trusting all but {}", colluders);
}

std::vector<std::string> trust_sentences(const Advice& advice) {
  std::vector<std::string> sentences;
  if (!advice.other_trust) return sentences;
  const OtherTrust& other = *advice.other_trust;
  sentences.push_back(other.colluders == 0 ? why_not_nobody(advice, other) : if_others_were_trusted(advice, other));
  sentences.push_back(pays_sentence(other));
  if (const auto& needed = advice.nodes_to_pay)
    sentences.push_back(fmt::format(
        "At epsilon = {:g} joining pays from {} nodes on with trust in nobody, and from {} on with trust in all but {} "
        "(exact theory, equal nodes).",
        advice.advised.privacy.budget.epsilon, needed->trusting_nobody, needed->trusting_all_but_q, needed->colluders));
  return sentences;
}

}  // namespace sotto
