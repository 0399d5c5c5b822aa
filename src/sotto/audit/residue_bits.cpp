// SPDX-License-Identifier: MIT
#include "sotto/audit/residue_bits.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "sotto/audit/rates.hpp"

namespace sotto {

void ResidueBits::Changes::add(std::uint64_t word) {
  const std::uint64_t changes = word ^ word >> 1;
  for (std::size_t b = 0; b < pairs_of_bits; ++b) differ[b] += changes >> b & 1;
  ++words;
}

void ResidueBits::add(std::span<const Masked> residues) {
  members_.resize(residues.size());
  for (std::size_t i = 0; i < residues.size(); ++i) {
    auto& [own, between_rounds, before] = members_[i];
    const std::span<const std::uint64_t> all = residues[i].residues();
    const std::span<const std::uint64_t> now = all.first(std::min(all.size(), most_coordinates));
    const bool follows = residues[i].at().round > 1 && before.size() == now.size();
    for (std::size_t k = 0; k < now.size(); ++k) {
      own.add(now[k]);
      if (follows) between_rounds.add(now[k] - before[k]);
    }
    before.assign(now.begin(), now.end());
  }
}

/// Each count is binomial with one half: words of one member are independent, and so are their differences.
MaskCheck ResidueBits::check() const {
  MaskCheck check;
  std::vector<Finding> findings;
  const auto judge = [&](const Changes& changes, const std::string& what) {
    const auto n = static_cast<double>(changes.words);
    for (std::size_t b = 0; b < pairs_of_bits && n > 0; ++b) {
      const double share = static_cast<double>(changes.differ[b]) / n;
      findings.push_back(
          {"how often bits " + std::to_string(b) + " and " + std::to_string(b + 1) + " differ in " + what, share, 0.5,
           (share - 0.5) * 2 * std::sqrt(n)});
    }
  };
  for (std::size_t i = 0; i < members_.size(); ++i) {
    judge(members_[i].residues, "the residues of node " + std::to_string(i));
    judge(members_[i].between_rounds, "the residue of node " + std::to_string(i) + " less that of the round before");
  }
  check.words = members_.empty() ? 0 : members_.front().residues.words;
  check.tests = findings.size();
  if (findings.empty()) return check;
  const double limit = normal_quantile_of_tail(MaskCheck::false_alarm_rate / 2 / static_cast<double>(check.tests));
  for (const Finding& finding : findings)
    if (!(std::abs(finding.deviations) <= limit)) check.failures.push_back(finding);
  std::stable_sort(check.failures.begin(), check.failures.end(),
                   [](const Finding& a, const Finding& b) { return std::abs(a.deviations) > std::abs(b.deviations); });
  return check;
}

}  // namespace sotto
