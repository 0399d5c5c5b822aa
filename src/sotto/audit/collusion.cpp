// SPDX-License-Identifier: MIT
#include "sotto/audit/collusion.hpp"

#include <algorithm>

namespace sotto {
namespace {

[[noreturn]] void refuse(NodeId member, const std::string& rule) {
  throw InvalidInput({"audit.colluders", std::to_string(member), rule});
}

std::vector<NodeId> first_others(std::uint32_t count, NodeId target, NodeId members) {
  if (count >= members) refuse(count, "must be at most the number of other members, " + std::to_string(members - 1));
  std::vector<NodeId> others;
  for (NodeId member = 0; others.size() < count; ++member)
    if (member != target) others.push_back(member);
  return others;
}

std::vector<NodeId> checked(std::vector<NodeId> named, NodeId target, NodeId members) {
  std::sort(named.begin(), named.end());
  for (const NodeId member : named) {
    if (member >= members) refuse(member, "must be below the number of nodes, " + std::to_string(members));
    if (member == target) refuse(member, "is the attacked node, audit.node: it does not collude against itself");
  }
  if (const auto twice = std::adjacent_find(named.begin(), named.end()); twice != named.end())
    refuse(*twice, "is named twice");
  return named;
}

}  // namespace

bool Collusion::has(NodeId member) const {
  return std::binary_search(colluders.begin(), colluders.end(), member);
}

Collusion collusion_of(const AuditSettings& settings, const MaskedSums& sums) {
  const NodeId target = settings.node, members = sums.members;
  const auto of_count = [&](std::uint32_t count) { return first_others(count, target, members); };
  return {
      .target = target,
      .members = members,
      .colluders = std::visit(Cases{[&](AsPlanned) { return of_count(sums.colluders); }, of_count,
                                    [&](const std::vector<NodeId>& named) { return checked(named, target, members); }},
                              settings.colluders)};
}

void take_off_masks(PairMasks& masks, std::span<const NodeId> others, NodeRound at, std::span<std::uint64_t> residue) {
  std::vector<std::uint64_t> words(residue.size());
  for (const NodeId other : others) {
    const bool was_added = at.node < other;
    masks.words(was_added ? MemberPair{at.node, other} : MemberPair{other, at.node}, at.round, words);
    for (std::size_t k = 0; k < words.size(); ++k) residue[k] -= was_added ? words[k] : -words[k];
  }
}

}  // namespace sotto
