// SPDX-License-Identifier: MIT
// y_i(t) as signed bytes: made once, kept, and sent again as they are.
#pragma once

#include <boost/container/flat_map.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sotto/consensus/plan.hpp"
#include "sotto/federation/wire/seal.hpp"
#include "sotto/privacy/released.hpp"

namespace sotto {

struct PreparedNode;

/// What the values of a message may be: public, from the sender's plan alone. Stage I: whole numbers below 2^53 of the
/// round's grid, so neither NaN nor infinities, subnormal numbers nor 1e308. Stage II: zero or normal, and no larger
/// than averaging such numbers can make them. With masked sums a message of a gradient round is a residue, which may be
/// any words, and one more round says the result, as those of Stage II are said.
class MessageRules {
 public:
  /// `averaged_limit`: no |value| of an honest Stage II lies above it. `completed`: how many gradient rounds were done
  /// before the first round, where members of masked sums were lost.
  MessageRules(const Plan& sender, double averaged_limit, Round completed = 0);

  /// The rule that a message of this round breaks; empty where it breaks none.
  std::string broken_by(Round round, std::span<const double> values) const;

  /// The gradient round whose residue a message of this round is; nothing where it is none.
  std::optional<Round> residue_of(Round round) const;
  double grid(Round gradient) const { return plan_.lattice_round(gradient).grid; }

 private:
  Plan plan_;
  double averaged_limit_;
  Round completed_;
};

/// The largest |value| that the last noisy message of a plan can have, or with masked sums a sum of any round.
double largest_noisy_value(const Plan& plan);

/// And the least that is not zero of a sum of masked residues, for so many members or fewer: a step of a grid, divided
/// by their number. It is halved for what rounding takes.
double smallest_sum(const Plan& plan);

/// The digest of each neighbour's message that went into a round; of round 1 there are none.
using HeardDigests = boost::container::flat_map<NodeId, Digest>;

class RoundMessage {
 public:
  struct Label {
    Digest run;
    NodeId node;
    Round round;
    RunKind kind = RunKind::real;
  };
  /// Only what was released can be said.
  static RoundMessage say(const Label& label, const Released& y, const HeardDigests& heard, const SiteKey& key);
  /// And what is hidden by masks.
  static RoundMessage say(const Label& label, const Masked& residue, const HeardDigests& heard, const SiteKey& key);

  /// The node that must have said it, and how it must look.
  struct Sender {
    Digest run;
    NodeId node;
    PublicKey key;
    std::size_t dimension;
    std::vector<NodeId> neighbours;  ///< in the order of nodes: whom it must say that it heard
    MessageRules rules;
    RunKind kind = RunKind::real;
  };
  struct Refused {
    std::string why;
    bool blames_sender = false;  ///< it bears the sender's signature for this run: the sender broke a rule itself
  };
  /// Off the wire, or out of the store: whatever is not exactly a message of that sender is refused.
  static std::variant<RoundMessage, Refused> read(const std::string& bytes, const Sender& sender);
  /// What the bytes say that they are; nothing where they are no message. Not checked: `read` with the sender does.
  static std::optional<Label> label_of(const std::string& bytes);

  /// The sum of a round of masked sums, as a store keeps it beside a message that was made from it.
  static std::string bytes_of_sum(const Released& sum);

  Round round() const { return round_; }
  const std::string& bytes() const { return bytes_; }
  const Digest& digest() const { return digest_; }
  RoundMark mark() const { return {round_, digest_}; }
  /// 64 bytes: with run, round and digest they are its seal.
  const std::string& signature() const { return signature_; }
  const Released& y() const { return std::get<Released>(content_); }
  const Masked& residue() const { return std::get<Masked>(content_); }  ///< where it is one
  bool is_residue() const { return std::holds_alternative<Masked>(content_); }
  const HeardDigests& heard() const { return heard_; }

  /// The longest that a message can be: known from public numbers.
  static std::size_t longest(std::size_t dimension, std::size_t neighbours);

 private:
  using Content = std::variant<Released, Masked>;
  friend Released sum_of_row(const PreparedNode& prepared, const Digest& session, Round round);  // own rows alone
  RoundMessage(const Seal& seal, std::string bytes, Content content, HeardDigests heard);
  static RoundMessage say_bytes(const Label& label, std::string values, Content content, const HeardDigests& heard,
                                const SiteKey& key);
  /// Nothing where the bytes are not so many finite numbers.
  static std::optional<Released> sum_from(std::string_view bytes, std::size_t dimension);

  Round round_;
  std::string bytes_;
  Digest digest_;  // of run, round and body
  std::string signature_;
  Content content_;
  HeardDigests heard_;
};

}  // namespace sotto
