// SPDX-License-Identifier: MIT
#include "sotto/federation/runner/round_maker.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/consensus/node.hpp"

namespace sotto {
namespace {

void refuse_unless_accepted(Heard heard) {
  if (heard != Heard::accepted)
    throw InvalidInput({"message", "", "is not finite; nothing was said"}, FaultKind::numerical);
}

Node::Setup setup_of(const PreparedNode& prepared, LatticeNoise& noise) {
  return {.id = prepared.number,
          .weights = prepared.manifest.agreement().weights(),
          .domain = prepared.manifest.agreement().domain(),
          .plan = prepared.plan(),
          .objective = *prepared.objective,
          .noise = noise,
          .averaging = prepared.manifest.averaging()};
}

class NoisyRounds final : public RoundMaker {
 public:
  NoisyRounds(const PreparedNode& prepared, LatticeNoise& noise, Round last)
      : number_(prepared.number),
        node_(setup_of(prepared, noise)),
        own_(own_value(prepared, last)),
        nothing_(Released::nothing(prepared.manifest.dimension())),
        next_(nothing_) {
    node_.resume_at(last, own_value(prepared, last - 1));
  }

  std::function<void()> next(const RunProgress& progress) override {
    std::vector<const Released*> y;
    for (const NodeId j : node_.row().columns) {
      const RoundMessage* message = j == number_ ? nullptr : progress.input(j);
      y.push_back(j == number_ ? &own_ : message != nullptr ? &message->y() : &nothing_);
    }
    return [this, y = std::move(y)] { refuse_unless_accepted(node_.round(y, next_)); };
  }
  RoundMessage say(const RoundMessage::Label& label, const HeardDigests& heard, const SiteKey& key) const override {
    return RoundMessage::say(label, next_, heard, key);
  }
  void committed(const RoundMessage&) override { std::swap(own_, next_); }

 private:
  NodeId number_;
  Node node_;
  Released own_;            // y_i of the last committed round
  const Released nothing_;  // y(1) of everybody
  Released next_;
};

/// No coordinate of the mean of round t is larger where all members keep to the plan: estimates lie in the domain, and
/// the noise of the mean is beyond 16 of its deviations with probability 2 exp(-16^2 / 2) = 5e-56.
double largest_mean(const Plan& plan, Round t) {
  const double members = masked_sums(plan.request().mechanism)->members;
  return largest_coordinate(*plan.request().lattice) +
         16 * plan.noise_scale(t).standard_deviation() / std::sqrt(members);
}

class MaskedRounds final : public RoundMaker {
 public:
  MaskedRounds(const PreparedNode& prepared, LatticeNoise& noise, MaskedStart start, Round last)
      : prepared_(prepared),
        masks_(std::move(start.masks)),
        node_(with_masks(setup_of(prepared, noise))),
        sum_(start.sum.value_or(Released::nothing(prepared.manifest.dimension()))),
        next_(prepared.manifest.dimension()) {
    if (last > 1) committed(own_message(prepared, last));
    const Round done = prepared.completed + last - 1;
    const PlanRequest& request = prepared.plan().request();
    if (request.acceleration == Acceleration::none && request.output == Output::last)
      node_.resume_at(done + 1, Released::nothing(prepared.manifest.dimension()));
    else
      for (const Released& heard : sums_heard(prepared, done)) node_.hear_again(heard);
  }

  std::function<void()> next(const RunProgress& progress) override {
    std::vector<const Masked*> residues;
    if (own_)  // the session's first round starts from the sum that it begins with
      for (const NodeId member : prepared_.session.members())
        residues.push_back(member == prepared_.number ? &own_->residue() : &progress.input(member)->residue());
    result_.reset();
    return [this, residues = std::move(residues)] {
      if (!residues.empty()) sum_ = Released::mean_of(residues, prepared_.session.roster());
      look_at_sum();
      if (node_.current_round() <= prepared_.plan().gradient_rounds())
        refuse_unless_accepted(node_.round(sum_, next_));
      else
        result_ = node_.output(sum_);
    };
  }
  RoundMessage say(const RoundMessage::Label& label, const HeardDigests& heard, const SiteKey& key) const override {
    return result_ ? RoundMessage::say(label, *result_, heard, key) : RoundMessage::say(label, next_, heard, key);
  }
  std::string sum() const override { return RoundMessage::bytes_of_sum(sum_); }
  bool is_sum_in_range() const override { return is_in_range_; }
  void committed(const RoundMessage& message) override {
    if (message.is_residue()) masks_->committed(message.residue().at().round);
    own_ = message;
  }

 private:
  Node::Setup with_masks(Node::Setup setup) const {
    setup.masks = masks_.get();
    setup.roster = prepared_.session.roster();
    return setup;
  }

  /// That of the round before; one that a key word says, too. Before the first round it is the public zero.
  void look_at_sum() {
    if (node_.current_round() == 1) return;
    const double largest = largest_mean(prepared_.plan(), node_.current_round() - 1);
    const std::span<const double> values = sum_.values();
    is_in_range_ = std::all_of(values.begin(), values.end(), [&](double value) { return std::abs(value) <= largest; });
  }

  const PreparedNode& prepared_;
  std::unique_ptr<DerivedMasks> masks_;
  Node node_;
  std::optional<RoundMessage> own_;  // of the last committed round of this session
  Released sum_;                     // that the next message is made from
  bool is_in_range_ = true;
  Masked next_;
  std::optional<Released> result_;
};

}  // namespace

std::unique_ptr<RoundMaker> noisy_rounds(const PreparedNode& prepared, LatticeNoise& noise, Round last) {
  return std::make_unique<NoisyRounds>(prepared, noise, last);
}

std::unique_ptr<RoundMaker> masked_rounds(const PreparedNode& prepared, LatticeNoise& noise, MaskedStart start,
                                          Round last) {
  return std::make_unique<MaskedRounds>(prepared, noise, std::move(start), last);
}

}  // namespace sotto
