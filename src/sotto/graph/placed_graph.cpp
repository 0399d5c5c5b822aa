// SPDX-License-Identifier: MIT
// From a stream of edges to the nodes of one rank: a block of consecutive numbers, their partition, rows that move to
// where they belong, and an order of places.
#include "sotto/graph/placed_graph.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "sotto/graph/locality_order.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

/// Rows of a graph by number, for some of its nodes: their numbers ascend.
struct NumberedRows {
  std::vector<NodeId> numbers;
  std::vector<std::uint64_t> starts{0};
  std::vector<NodeId> neighbours;

  std::size_t size() const { return numbers.size(); }
  std::span<const NodeId> row(std::size_t k) const {
    return std::span(neighbours).subspan(starts[k], starts[k + 1] - starts[k]);
  }
};

struct Block {
  NodeId first, last;
  bool holds(NodeId i) const { return first <= i && i < last; }
};

Block block_of(NodeId nodes, const Ranks& ranks) {
  const std::uint64_t all = nodes, count = ranks.count(), number = ranks.number();
  return {.first = static_cast<NodeId>(all * number / count), .last = static_cast<NodeId>(all * (number + 1) / count)};
}

NumberedRows rows_of_block(const EdgeStream& edges, Block block) {
  NumberedRows rows;
  rows.numbers.resize(block.last - block.first);
  std::iota(rows.numbers.begin(), rows.numbers.end(), block.first);
  rows.starts.assign(rows.size() + 1, 0);
  edges.for_each([&](Edge edge) {
    if (block.holds(edge.a)) ++rows.starts[edge.a - block.first + 1];
    if (block.holds(edge.b)) ++rows.starts[edge.b - block.first + 1];
  });
  std::partial_sum(rows.starts.begin(), rows.starts.end(), rows.starts.begin());
  rows.neighbours.resize(rows.starts.back());
  std::vector<std::uint64_t> next(rows.starts.begin(), rows.starts.end() - 1);
  edges.for_each([&](Edge edge) {
    if (block.holds(edge.a)) rows.neighbours[next[edge.a - block.first]++] = edge.b;
    if (block.holds(edge.b)) rows.neighbours[next[edge.b - block.first]++] = edge.a;
  });
  for (std::size_t k = 0; k < rows.size(); ++k)
    std::sort(rows.neighbours.begin() + static_cast<std::ptrdiff_t>(rows.starts[k]),
              rows.neighbours.begin() + static_cast<std::ptrdiff_t>(rows.starts[k + 1]));
  return rows;
}

template <class Number>
void append(std::string& parcel, std::span<const Number> numbers) {
  parcel.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

template <class Number>
std::vector<Number> numbers_in(const std::string& parcel) {
  std::vector<Number> numbers(parcel.size() / sizeof(Number));
  if (!numbers.empty()) std::memcpy(numbers.data(), parcel.data(), numbers.size() * sizeof(Number));
  return numbers;
}

using Owners = std::vector<std::uint16_t>;  ///< by number

/// A partition of so few nodes is found at once.
constexpr NodeId quickly_divided = 10'000;

/// Random graphs and expanders have no small cut. The best one that was found of a random 8-regular graph of a million
/// nodes, on two ranks, saves 6 % of the messages at the border, and the search took longer than hundreds of rounds.
bool is_worth_a_search(const PlacedGraph& graph) {
  using enum GraphFamily;
  static constexpr std::array without_small_cut{random_regular, erdos_renyi, barabasi_albert, expander};
  return graph.nodes_in_all <= quickly_divided ||
         std::find(without_small_cut.begin(), without_small_cut.end(), graph.known.family) == without_small_cut.end();
}

/// In turns: where nodes attach by preference, those with low numbers have many neighbours.
Owners in_turns(Block block, const Ranks& ranks) {
  Owners owners(block.last - block.first);
  for (NodeId i = block.first; i < block.last; ++i)
    owners[i - block.first] = static_cast<std::uint16_t>(i % ranks.count());
  return owners;
}

Owners owners_of_block(const PlacedGraph& graph, Block block, const NumberedRows& rows, Ranks& ranks) {
  if (!is_worth_a_search(graph)) return in_turns(block, ranks);
  return ranks.divide({.first = block.first, .starts = rows.starts, .neighbours = rows.neighbours});
}

/// Who owns every node, from what each rank decided on its block.
Owners all_owners(const Owners& of_block, Ranks& ranks) {
  std::string mine;
  append(mine, std::span<const std::uint16_t>(of_block));
  Owners all;
  for (const std::string& parcel : ranks.exchange(std::vector<std::string>(ranks.count(), mine))) {
    const Owners theirs = numbers_in<std::uint16_t>(parcel);
    all.insert(all.end(), theirs.begin(), theirs.end());
  }
  return all;
}

/// Rows go to their owners. Blocks ascend with the ranks, so what arrives ascends too.
NumberedRows move_rows(const NumberedRows& rows, const Owners& owner_of, Ranks& ranks) {
  std::vector<std::string> parcels(ranks.count());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    std::string& parcel = parcels[owner_of[rows.numbers[k]]];
    const NodeId head[] = {rows.numbers[k], static_cast<NodeId>(rows.row(k).size())};
    append(parcel, std::span<const NodeId>(head));
    append(parcel, rows.row(k));
  }
  NumberedRows moved;
  for (const std::string& parcel : ranks.exchange(std::move(parcels))) {
    const std::vector<NodeId> words = numbers_in<NodeId>(parcel);
    for (std::size_t at = 0; at < words.size();) {
      const NodeId length = words[at + 1];
      moved.numbers.push_back(words[at]);
      const auto first = words.begin() + static_cast<std::ptrdiff_t>(at + 2);
      moved.neighbours.insert(moved.neighbours.end(), first, first + length);
      moved.starts.push_back(moved.neighbours.size());
      at += std::size_t{2} + length;
    }
  }
  return moved;
}

/// Finds a number among ascending ones.
std::uint32_t index_of(NodeId number, const std::vector<NodeId>& ascending) {
  if (ascending.size() > number && ascending[number] == number) return number;  // all nodes, or the first block
  return static_cast<std::uint32_t>(std::lower_bound(ascending.begin(), ascending.end(), number) - ascending.begin());
}

/// Nodes of others that the rows name: rank by rank, ascending.
std::vector<std::vector<NodeId>> foreign_numbers(const NumberedRows& rows, const Owners& owner_of, const Ranks& ranks) {
  std::vector<std::vector<NodeId>> foreign(ranks.count());
  if (ranks.count() == 1) return foreign;
  for (const NodeId j : rows.neighbours)
    if (owner_of[j] != ranks.number()) foreign[owner_of[j]].push_back(j);
  for (std::vector<NodeId>& numbers : foreign) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  }
  return foreign;
}

/// Turns rows of numbers into rows of indices: own nodes by their order, then those of the halo.
class Indices {
 public:
  Indices(const NumberedRows& rows, const Owners& owner_of, const std::vector<std::vector<NodeId>>& foreign,
          unsigned own)
      : rows_(rows), owner_of_(owner_of), foreign_(foreign), own_(own) {
    auto first = static_cast<std::uint32_t>(rows.size());
    for (const std::vector<NodeId>& numbers : foreign) {
      firsts_.push_back(first);
      first += static_cast<std::uint32_t>(numbers.size());
    }
  }
  std::uint32_t operator()(NodeId number) const {
    const unsigned owner = owner_of_.empty() ? own_ : owner_of_[number];
    return owner == own_ ? index_of(number, rows_.numbers) : firsts_[owner] + index_of(number, foreign_[owner]);
  }

 private:
  const NumberedRows& rows_;
  const Owners& owner_of_;
  const std::vector<std::vector<NodeId>>& foreign_;
  unsigned own_;
  std::vector<std::uint32_t> firsts_;
};

/// Who wants which own nodes, from the lists of those who asked. Each rank sends in the order of its places, so that it
/// goes through its messages from one end to the other; `foreign` is put into that order, rank by rank.
Borders borders_of(std::vector<std::vector<NodeId>>& foreign, const std::vector<NodeId>& own,
                   const std::vector<NodeId>& order, const std::vector<std::uint32_t>& place_of, Ranks& ranks) {
  Borders borders;
  std::vector<std::string> wanted(ranks.count()), ordered(ranks.count());
  for (unsigned r = 0; r < ranks.count(); ++r) {
    append(wanted[r], std::span<const NodeId>(foreign[r]));
    borders.received.push_back(static_cast<std::uint32_t>(foreign[r].size()));
  }
  wanted = ranks.exchange(std::move(wanted));
  for (unsigned r = 0; r < ranks.count(); ++r) {
    std::vector<std::uint32_t>& places = borders.sent.emplace_back();
    for (const NodeId number : numbers_in<NodeId>(wanted[r])) places.push_back(place_of[index_of(number, own)]);
    std::sort(places.begin(), places.end());
    std::vector<NodeId> numbers;
    for (const std::uint32_t place : places) numbers.push_back(own[order[place]]);
    append(ordered[r], std::span<const NodeId>(numbers));
  }
  ordered = ranks.exchange(std::move(ordered));
  for (unsigned r = 0; r < ranks.count(); ++r) foreign[r] = numbers_in<NodeId>(ordered[r]);
  return borders;
}

/// Where each node of the halo lies, by the place that it had in ascending order of numbers, rank by rank.
std::vector<std::uint32_t> new_places(const std::vector<std::vector<NodeId>>& ordered) {
  std::vector<std::uint32_t> places;
  for (const std::vector<NodeId>& numbers : ordered) {
    const auto first = static_cast<std::uint32_t>(places.size());
    std::vector<std::uint32_t> ascending(numbers.size());
    std::iota(ascending.begin(), ascending.end(), 0u);
    std::sort(ascending.begin(), ascending.end(), [&](auto i, auto j) { return numbers[i] < numbers[j]; });
    for (const std::uint32_t at : ascending) places.push_back(first + at);
  }
  return places;
}

/// The own index at each place: close together, those without a neighbour elsewhere first.
std::vector<NodeId> order_of_places(const NumberedRows& rows, std::size_t& inner) {
  const auto own = static_cast<NodeId>(rows.size());
  std::vector<NodeId> order = locality_order(own, [&](NodeId k) { return rows.row(k); });
  const auto hears_own = [&](NodeId k) {
    return std::all_of(rows.row(k).begin(), rows.row(k).end(), [&](NodeId j) { return j < own; });
  };
  inner = static_cast<std::size_t>(std::stable_partition(order.begin(), order.end(), hears_own) - order.begin());
  return order;
}

void count_all(PlacedGraph& graph, const NumberedRows& rows, Ranks& ranks) {
  std::size_t least = graph.nodes_in_all, most = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    least = std::min(least, rows.row(k).size());
    most = std::max(most, rows.row(k).size());
  }
  graph.degrees = {.least = static_cast<std::size_t>(-ranks.maximum(-static_cast<double>(least))),
                   .most = static_cast<std::size_t>(ranks.maximum(static_cast<double>(most)))};
  std::int64_t ends = static_cast<std::int64_t>(rows.neighbours.size());
  ranks.add({&ends, 1});
  graph.edges_in_all = static_cast<std::uint64_t>(ends) / 2;
}

}  // namespace

NumbersWithHalo::NumbersWithHalo(const PlacedGraph& graph, Ranks& ranks)
    : own_(graph.size()), values_(graph.size() + graph.halo.size()), halo_(ranks.make_halo(graph.borders, 1)) {}

std::span<const double> NumbersWithHalo::of(std::span<const double> own) {
  std::copy(own.begin(), own.end(), values_.begin());
  halo_->gather(values_.data(), 0, static_cast<std::uint32_t>(own_));
  halo_->begin(values_.data() + own_);
  halo_->finish();
  return values_;
}

PlacedGraph place(EdgeStream edges, Ranks& ranks) {
  PlacedGraph graph{.nodes_in_all = edges.node_count(), .known = edges.known()};
  if (ranks.count() > graph.nodes_in_all)
    throw InvalidInput({"mpirun -n", std::to_string(ranks.count()),
                        "there are " + std::to_string(graph.nodes_in_all) + " nodes; a rank needs one"});
  constexpr std::size_t most_ranks = std::size_t{std::numeric_limits<Owners::value_type>::max()} + 1;
  if (ranks.count() > most_ranks)
    throw InvalidInput({"mpirun -n", std::to_string(ranks.count()),
                        "one network is shared by at most " + std::to_string(most_ranks) + " ranks"});
  const Block block = block_of(graph.nodes_in_all, ranks);
  NumberedRows rows;
  {
    const EdgeStream heard = std::move(edges);  // which may hold all edges: they go before rows move
    rows = rows_of_block(heard, block);
  }
  Owners owner_of;
  if (ranks.count() > 1) {
    owner_of = all_owners(owners_of_block(graph, block, rows, ranks), ranks);
    rows = move_rows(rows, owner_of, ranks);
  }
  count_all(graph, rows, ranks);
  std::vector<std::vector<NodeId>> foreign = foreign_numbers(rows, owner_of, ranks);
  const Indices index(rows, owner_of, foreign, ranks.number());
  for (NodeId& j : rows.neighbours) j = index(j);
  const std::vector<NodeId> order = order_of_places(rows, graph.inner);
  std::vector<std::uint32_t> place_of(order.size());
  for (std::uint32_t at = 0; at < order.size(); ++at) place_of[order[at]] = at;
  const auto own = static_cast<std::uint32_t>(place_of.size());
  graph.borders = borders_of(foreign, rows.numbers, order, place_of, ranks);
  const std::vector<std::uint32_t> place_in_halo = new_places(foreign);
  for (const std::vector<NodeId>& numbers : foreign)
    graph.halo.insert(graph.halo.end(), numbers.begin(), numbers.end());
  graph.starts.reserve(rows.size() + 1);
  graph.starts.push_back(0);
  graph.neighbours.reserve(rows.neighbours.size());
  for (const NodeId k : order) {
    graph.numbers.push_back(rows.numbers[k]);
    for (const NodeId j : rows.row(k)) graph.neighbours.push_back(j < own ? place_of[j] : own + place_in_halo[j - own]);
    graph.starts.push_back(static_cast<std::uint32_t>(graph.neighbours.size()));
  }
  return graph;
}

}  // namespace sotto
