// SPDX-License-Identifier: MIT
// Half-edges paired at random, and the switches that make a simple graph of them.
#include "sotto/graph/pairing.hpp"

#include <algorithm>
#include <numeric>

namespace sotto {

Pairing::Pairing(const RandomRegularSpec& spec, RandomSequence& random) : degree_(spec.degree), random_(random) {
  std::vector<std::uint32_t> order(std::size_t{spec.nodes} * degree_);
  std::iota(order.begin(), order.end(), 0u);
  shuffle(order, random_);
  partner_.resize(order.size());
  for (std::size_t k = 0; k < order.size(); k += 2) join(order[k], order[k + 1]);
}

bool Pairing::repair() {
  for (std::uint32_t half_edge : bad_half_edges())
    if (is_bad(half_edge) && !switch_away(half_edge)) return false;
  return true;
}

std::vector<Edge> Pairing::edges() const {
  std::vector<Edge> all;
  all.reserve(partner_.size() / 2);
  for (std::uint32_t s = 0; s < partner_.size(); ++s)
    if (s < partner_[s]) all.push_back({owner(s), owner(partner_[s])});
  return all;
}

void Pairing::join(std::uint32_t s, std::uint32_t t) {
  partner_[s] = t;
  partner_[t] = s;
}

NodeId Pairing::edges_between(NodeId a, NodeId b) const {
  NodeId count = 0;
  for (std::uint32_t s = a * degree_; s < (a + 1) * degree_; ++s) count += other_end(s) == b;
  return count;
}

bool Pairing::is_bad(std::uint32_t half_edge) const {
  return owner(half_edge) == other_end(half_edge) || edges_between(owner(half_edge), other_end(half_edge)) > 1;
}

std::vector<std::uint32_t> Pairing::bad_half_edges() const {
  std::vector<std::uint32_t> bad;
  std::vector<std::pair<NodeId, std::uint32_t>> row(degree_);
  for (std::uint32_t first = 0; first < partner_.size(); first += degree_) {
    for (NodeId k = 0; k < degree_; ++k) row[k] = {other_end(first + k), first + k};
    std::sort(row.begin(), row.end());
    for (NodeId k = 0; k < degree_; ++k)
      if (row[k].first == owner(first) || (k > 0 && row[k].first == row[k - 1].first)) bad.push_back(row[k].second);
  }
  return bad;
}

/// Edges a-b and c-d become a-c and b-d, with a random c-d for which both are new.
bool Pairing::switch_away(std::uint32_t s) {
  for (int tries = 0; tries < 10000; ++tries) {
    const auto t = static_cast<std::uint32_t>(random_.below(partner_.size()));
    const std::uint32_t s_partner = partner_[s], t_partner = partner_[t];
    const NodeId a = owner(s), b = owner(s_partner), c = owner(t), d = owner(t_partner);
    if (a == c || b == d || (a == b && c == d)) continue;
    if (edges_between(a, c) > 0 || edges_between(b, d) > 0) continue;
    join(s, t);
    join(s_partner, t_partner);
    return true;
  }
  return false;
}

}  // namespace sotto
