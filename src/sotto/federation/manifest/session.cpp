// SPDX-License-Identifier: MIT
#include "sotto/federation/manifest/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <set>

namespace sotto {
namespace {

constexpr NodeId nobody = std::numeric_limits<NodeId>::max();

[[noreturn]] void refuse(const std::string& value, const std::string& rule) {
  throw InvalidInput({"--without", value, rule});
}

const MaskedSums& sums_of(const Plan& plan) {
  return *masked_sums(plan.request().mechanism);
}

}  // namespace

Session::Session(std::shared_ptr<const Manifest> manifest, RunKind kind)
    : manifest_(std::move(manifest)),
      run_(kind == RunKind::real ? manifest_->run_id() : manifest_->dry_run_id()),
      kind_(kind) {
  id_ = run_;
  for (NodeId i = 0; i < manifest_->parties().size(); ++i) {
    members_.push_back(i);
    plans_.push_back(manifest_->plan_of(i));
  }
  find_ways();
}

Session Session::amended(const Amendment& amendment) const {
  if (amendment.run != run_ || amendment.number != number_ + 1 || amendment.before != id_)
    throw InvalidInput({"amendment", std::to_string(amendment.number), "is not one of this run's present session"});
  if (!is_masked())
    refuse(listed(amendment.without),
           "a run with trust in nobody is not amended: release it, and agree on a new manifest without that member");
  Session next = *this;
  std::set<std::string> without(amendment.without.begin(), amendment.without.end());
  std::erase_if(next.members_, [&](NodeId i) { return without.erase(manifest_->parties()[i].name) > 0; });
  if (!without.empty()) refuse(*without.begin(), "is no member of the present session");
  if (next.members_.size() == members_.size()) refuse("", "names nobody");
  const MaskedSums& sums = sums_of(plans_[0]);
  if (number_ >= sums.spare_rounds)
    refuse(
        listed(amendment.without),
        fmt::format("no spare round is left: privacy.spare_rounds = {} pays for {} repeated round{}. Release the run "
                    "(`sotto budget release`), and agree on a new manifest without that member",
                    sums.spare_rounds, sums.spare_rounds, sums.spare_rounds == 1 ? "" : "s"));
  const std::size_t left = next.members_.size();
  if (left < fewest_left())
    refuse(listed(amendment.without),
           fmt::format("{} members would be left; with privacy.colluders = {} at least {} of {} are needed: members "
                       "that collude could sign for two smaller groups, and both would go on. Wait, or release the run "
                       "(`sotto budget release`) and agree on a new manifest",
                       left, sums.colluders, fewest_left(), members_.size()));
  next.number_ = amendment.number;
  next.id_ = digest_of(std::string(id_.view()) + amendment.text());
  for (const NodeId i : next.members_)
    next.plans_[i] = for_fewer_members(manifest_->plan_of(i), static_cast<std::uint32_t>(left));
  next.find_ways();
  for (const NodeId i : next.members_)
    if (i != next.members_[0] && next.ways_[next.members_[0]][i] == nobody)
      refuse(listed(amendment.without), "the graph of those who are left is not connected: " +
                                            manifest_->parties()[i].name + " cannot be reached");
  return next;
}

std::size_t Session::fewest_left() const {
  return (members_.size() + sums_of(plans_[0]).colluders) / 2 + 1;
}

bool Session::has(NodeId node) const {
  return std::binary_search(members_.begin(), members_.end(), node);
}

std::vector<NodeId> Session::neighbours_of(NodeId node) const {
  std::vector<NodeId> neighbours = manifest_->neighbours_of(node);
  std::erase_if(neighbours, [&](NodeId j) { return !has(j); });
  return neighbours;
}

std::vector<NodeId> Session::heard_by(NodeId node) const {
  if (!is_masked()) return neighbours_of(node);
  std::vector<NodeId> others = members_;
  std::erase(others, node);
  return others;
}

/// Breadth first from every author; neighbours come in the order of their numbers.
void Session::find_ways() {
  ways_.assign(manifest_->parties().size(), {});
  if (!is_masked()) return;
  for (const NodeId author : members_) {
    std::vector<NodeId>& over = ways_[author];
    over.assign(manifest_->parties().size(), nobody);
    over[author] = author;
    for (std::deque<NodeId> reached{author}; !reached.empty(); reached.pop_front())
      for (const NodeId j : neighbours_of(reached.front()))
        if (over[j] == nobody) {
          over[j] = reached.front();
          reached.push_back(j);
        }
  }
}

bool Session::passes(NodeId author, NodeId over, NodeId node) const {
  return ways_[author][node] == over;
}

RoundMessage::Sender Session::sender(NodeId node, Round completed) const {
  return {.run = id_,
          .node = node,
          .key = manifest_->parties()[node].key,
          .dimension = manifest_->dimension(),
          .neighbours = heard_by(node),
          .rules = {plans_[node], manifest_->averaged_limit(), completed},
          .kind = kind_};
}

Round Session::last_round(Round completed) const {
  if (!is_masked()) return manifest_->last_round();
  return plans_[members_[0]].gradient_rounds() - completed + 2;
}

}  // namespace sotto
