// SPDX-License-Identifier: MIT
#include "sotto/federation/wire/round_message.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "sotto.pb.h"
#include "sotto/federation/wire/schema_parts.hpp"

namespace sotto {
namespace {

constexpr double end_of_integers = 0x1p53;  // Released moves a sum beyond it to its end

/// Dividing by a power of two is exact, unless the result leaves the doubles: then it does not lead back.
bool is_lattice_point(double value, double grid) {
  const double steps = value / grid;
  return std::abs(steps) < end_of_integers && std::trunc(steps) == steps && steps * grid == value;
}

static_assert(std::endian::native == std::endian::little, "messages are little endian, as the machines that run this");

template <class Number>
std::string bytes_of(std::span<const Number> values) {
  std::string bytes(values.size_bytes(), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// No other run, round or body has it.
Digest digest_in(const federation::v2::SignedRound& message) {
  return digest_of(message.run_id() + big_endian(message.round()) + message.body());
}

/// In the order of nodes, each once; a digest has 32 bytes.
bool read_heard(const federation::v2::RoundBody& body, HeardDigests& heard) {
  for (const federation::v2::Heard& one : body.heard()) {
    const std::optional<Digest> digest = digest_from_bytes(one.digest());
    if (!digest || (!heard.empty() && one.node() <= heard.rbegin()->first)) return false;
    heard.emplace(one.node(), *digest);
  }
  return true;
}

/// An accomplice of a node that says two things would leave out what it heard: all neighbours are named, or none where
/// round 1, which is public, was heard.
bool is_complete(const HeardDigests& heard, Round round, const std::vector<NodeId>& neighbours) {
  if (round == 2) return heard.empty();
  return std::equal(heard.begin(), heard.end(), neighbours.begin(), neighbours.end(),
                    [](const auto& one, NodeId node) { return one.first == node; });
}

}  // namespace

MessageRules::MessageRules(const Plan& sender, double averaged_limit, Round completed)
    : plan_(sender), averaged_limit_(averaged_limit), completed_(completed) {}

std::optional<Round> MessageRules::residue_of(Round round) const {
  if (!plan_.is_masked() || round < 2 || completed_ + round - 1 > plan_.gradient_rounds()) return std::nullopt;
  return completed_ + round - 1;
}

std::string MessageRules::broken_by(Round round, std::span<const double> values) const {
  const bool noisy = !plan_.is_masked() && plan_.timetable().carries_noise(round);
  const double grid = noisy ? plan_.lattice_round(round - 1).grid : 0;
  const auto holds = [&](double value) {
    if (noisy) return is_lattice_point(value, grid);
    return value == 0 || (std::isnormal(value) && std::abs(value) <= averaged_limit_);
  };
  if (std::all_of(values.begin(), values.end(), holds)) return "";
  return noisy ? "a value is no whole number of steps of the round's lattice"
               : "a value is not finite, or beyond what averaging can make";
}

double largest_noisy_value(const Plan& plan) {
  if (!plan.is_masked()) return end_of_integers * plan.lattice_round(plan.gradient_rounds()).grid;
  double largest = 0;
  for (Round t = 1; t <= plan.gradient_rounds(); ++t) largest = std::max(largest, 0x1p63 * plan.lattice_round(t).grid);
  return largest;
}

double smallest_sum(const Plan& plan) {
  double smallest = plan.lattice_round(1).grid;
  for (Round t = 2; t <= plan.gradient_rounds(); ++t) smallest = std::min(smallest, plan.lattice_round(t).grid);
  return smallest / (2.0 * masked_sums(plan.request().mechanism)->members);
}

RoundMessage::RoundMessage(const Seal& seal, std::string bytes, Content content, HeardDigests heard)
    : round_(seal.mark.round),
      bytes_(std::move(bytes)),
      digest_(seal.mark.digest),
      signature_(seal.signature),
      content_(std::move(content)),
      heard_(std::move(heard)) {}

RoundMessage RoundMessage::say(const Label& label, const Released& y, const HeardDigests& heard, const SiteKey& key) {
  return say_bytes(label, bytes_of(y.values()), y, heard, key);
}

RoundMessage RoundMessage::say(const Label& label, const Masked& residue, const HeardDigests& heard,
                               const SiteKey& key) {
  return say_bytes(label, bytes_of(residue.residues()), residue, heard, key);
}

RoundMessage RoundMessage::say_bytes(const Label& label, std::string values, Content content, const HeardDigests& heard,
                                     const SiteKey& key) {
  federation::v2::RoundBody body;
  body.set_node(label.node);
  body.set_values(std::move(values));
  for (const auto& [node, digest] : heard) {
    federation::v2::Heard& one = *body.add_heard();
    one.set_node(node);
    one.set_digest(std::string(digest.view()));
  }
  federation::v2::SignedRound message;
  message.set_run_id(std::string(label.run.view()));
  message.set_round(label.round);
  message.set_body(body.SerializeAsString());
  const Seal seal = Seal::of(label.run, {label.round, digest_in(message)}, label.kind, key);
  message.set_signature(seal.signature);
  return {seal, message.SerializeAsString(), std::move(content), heard};
}

std::optional<RoundMessage::Label> RoundMessage::label_of(const std::string& bytes) {
  federation::v2::SignedRound message;
  federation::v2::RoundBody body;
  if (!message.ParseFromString(bytes) || !body.ParseFromString(message.body())) return std::nullopt;
  const std::optional<Digest> run = digest_from_bytes(message.run_id());
  return run ? std::optional(Label{*run, body.node(), message.round()}) : std::nullopt;
}

std::variant<RoundMessage, RoundMessage::Refused> RoundMessage::read(const std::string& bytes, const Sender& sender) {
  federation::v2::SignedRound message;
  if (!parse_exactly(bytes, message)) return Refused{"a round message that cannot be read"};
  const std::optional<Digest> run = digest_from_bytes(message.run_id());
  if (!run) return Refused{"a round message that cannot be read"};
  const Seal seal{*run, {message.round(), digest_in(message)}, message.signature()};
  if (!seal.is_by(sender.key, sender.kind)) return Refused{"a round message without the sender's signature"};
  if (*run != sender.run) return Refused{"a message of another run"};
  federation::v2::RoundBody body;
  HeardDigests heard;
  if (!parse_exactly(message.body(), body) || !read_heard(body, heard))
    return Refused{"a signed round message that cannot be read", true};
  if (body.node() != sender.node) return Refused{"a message of another node", true};
  const Round round = message.round();
  if (round < 2) return Refused{"a message of round " + std::to_string(round) + "; the first is 2", true};
  if (!is_complete(heard, round, sender.neighbours))
    return Refused{"a message that does not say what was heard of each neighbour", true};
  if (body.values().size() != sender.dimension * sizeof(double))
    return Refused{"a message of " + std::to_string(body.values().size()) + " bytes of values; the manifest says " +
                       std::to_string(sender.dimension * sizeof(double)),
                   true};
  if (const std::optional<Round> gradient = sender.rules.residue_of(round)) {
    Masked residue(sender.dimension);
    std::memcpy(residue.residues_.data(), body.values().data(), body.values().size());
    residue.at_ = {.node = sender.node, .round = *gradient};
    residue.grid_ = sender.rules.grid(*gradient);
    return RoundMessage(seal, bytes, std::move(residue), std::move(heard));
  }
  Released y = Released::nothing(sender.dimension);
  std::memcpy(y.values_.data(), body.values().data(), body.values().size());
  if (const std::string rule = sender.rules.broken_by(round, y.values()); !rule.empty()) return Refused{rule, true};
  return RoundMessage(seal, bytes, std::move(y), std::move(heard));
}

std::string RoundMessage::bytes_of_sum(const Released& sum) {
  return bytes_of(sum.values());
}

std::optional<Released> RoundMessage::sum_from(std::string_view bytes, std::size_t dimension) {
  if (bytes.size() != dimension * sizeof(double)) return std::nullopt;
  Released sum = Released::nothing(dimension);
  std::memcpy(sum.values_.data(), bytes.data(), bytes.size());
  return sum.is_finite() ? std::optional(std::move(sum)) : std::nullopt;
}

std::size_t RoundMessage::longest(std::size_t dimension, std::size_t neighbours) {
  constexpr std::size_t fixed = 256, of_a_neighbour = 48;  // tags, numbers, digests and the signature, rounded up
  return fixed + dimension * sizeof(double) + neighbours * of_a_neighbour;
}

}  // namespace sotto
