// SPDX-License-Identifier: MIT
// What was seen of other sites, over all runs: a site that shows less than before was rolled back, copied, or lies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/round_log.hpp"
#include "sotto/federation/store/start.hpp"
#include "sotto/input/closed_set.hpp"

namespace sotto {

/// What a site says of itself in a hello.
struct Seen {
  std::int64_t incarnation = 0;
  StartId start;
  ChainHead ledger;

  bool operator==(const Seen&) const = default;
};

/// The signed hello that showed it, as it came.
struct Proof {
  Seen seen;
  std::string hello;

  bool operator==(const Proof&) const = default;
};

/// The first three are accepted, the others are not.
enum class WitnessVerdict {
  fresh,
  same_start,
  in_place_of_another,  ///< what was seen before is not the site's: it had no signature, or the site disowned it
  lower_incarnation,
  other_start_same_incarnation,
  too_far_ahead,
  ledger_lower,
  ledger_forked
};

constexpr Names<8> names_of(WitnessVerdict) {
  return {"fresh",         "same-start",   "in-place-of-another", "lower-incarnation", "other-start-same-incarnation",
          "too-far-ahead", "ledger-lower", "ledger-forked"};
}
inline bool is_accepted(WitnessVerdict verdict) {
  return verdict == WitnessVerdict::fresh || verdict == WitnessVerdict::same_start ||
         verdict == WitnessVerdict::in_place_of_another;
}

/// What is heard of a site's rounds never goes back and never changes.
enum class HeardRoundVerdict { noted, known, contradicts };

/// Sites are named by their public key, as text.
class Witness : public StorePart {
 public:
  using StorePart::StorePart;

  /// Accepts a start above all others of the site (by a million at most), or the last one again, with a ledger that is
  /// the known one or a longer one. On the disk when it returns, with the hello that proves it where there is one;
  /// nothing is written on a refusal.
  WitnessVerdict judge_and_note(const std::string& site, const Seen& seen, const std::string& hello = {},
                                const std::vector<Seen>& disowned = {}) const;
  /// The ledger alone, as a signature shows it: `fresh`, `ledger_lower` or `ledger_forked`.
  WitnessVerdict judge_and_note_ledger(const std::string& site, const ChainHead& ledger) const;
  /// The same, and nothing is written.
  WitnessVerdict judge_ledger(const std::string& site, const ChainHead& ledger) const;
  /// The highest of all that was accepted; incarnation 0 when only its ledger was seen.
  std::optional<Seen> seen(const std::string& site) const;
  /// The last hello that was kept of the site; what was seen later of its ledger alone has none.
  std::optional<Proof> proof(const std::string& site) const;

  /// The highest rounds of sites that were heard (one of ours was computed from them, or they wait for others), in one
  /// transaction.
  std::vector<HeardRoundVerdict> note_heard(const Digest& run, const std::vector<HeardRound>& heard) const;
  std::optional<HeardRound> heard(const Digest& run, const std::string& site) const;
  /// The same in other runs, where the signature is kept: the latest first.
  struct HeardInRun {
    Digest run;
    HeardRound heard;
  };
  std::vector<HeardInRun> heard_elsewhere(const Digest& than, const std::string& site, std::size_t most) const;
  /// As note_heard, within a transaction of the caller; a contradiction is InvalidInput (store).
  void keep_heard(const Digest& run, const HeardRound& heard) const;

 private:
  void note(const std::string& site, const Seen& seen) const;
  bool is_set_aside(const std::string& site, const Seen& before, const std::vector<Seen>& disowned) const;
  void keep_proof(const std::string& site, const Proof& proof) const;
  HeardRoundVerdict judge_heard(const Digest& run, const HeardRound& heard) const;
};

}  // namespace sotto
