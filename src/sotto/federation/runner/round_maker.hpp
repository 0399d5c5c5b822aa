// SPDX-License-Identifier: MIT
// One round at this node: what it makes of what it has heard.
#pragma once

#include <functional>
#include <memory>

#include "sotto/federation/masking/derived_masks.hpp"
#include "sotto/federation/protocol/run_progress.hpp"
#include "sotto/federation/runner/prepared_node.hpp"
#include "sotto/privacy/lattice_noise.hpp"

namespace sotto {

class RoundMaker {
 public:
  virtual ~RoundMaker() = default;
  RoundMaker(const RoundMaker&) = delete;
  RoundMaker& operator=(const RoundMaker&) = delete;

  /// What makes the next message, on any thread. What it needs is looked up here: while it works, messages of the next
  /// round may come in beside these.
  virtual std::function<void()> next(const RunProgress& progress) = 0;
  /// What that made, signed.
  virtual RoundMessage say(const RoundMessage::Label& label, const HeardDigests& heard, const SiteKey& key) const = 0;
  /// The sum that it was made from, as bytes for the store; nothing where neighbours' messages are mixed.
  virtual std::string sum() const { return ""; }
  /// Whether members that keep to the plan can make that sum. It is public, and names nobody.
  virtual bool is_sum_in_range() const { return true; }
  /// It is on the disk: what was said last.
  virtual void committed(const RoundMessage& message) = 0;

 protected:
  RoundMaker() = default;
};

/// Every node draws noise of its own, and mixes what its neighbours say. It goes on after `last`.
std::unique_ptr<RoundMaker> noisy_rounds(const PreparedNode& prepared, LatticeNoise& noise, Round last);

/// All members hear all residues. `start` is the sum after which the session begins; nothing before the first round.
struct MaskedStart {
  std::unique_ptr<DerivedMasks> masks;
  std::optional<Released> sum;
};
std::unique_ptr<RoundMaker> masked_rounds(const PreparedNode& prepared, LatticeNoise& noise, MaskedStart start,
                                          Round last);

}  // namespace sotto
