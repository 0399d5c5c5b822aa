// SPDX-License-Identifier: MIT
// A graph that lies on several ranks against the same graph in one place.
#include "sotto/graph/placed_graph.hpp"

#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <set>
#include <string>

#include "sotto/graph/topologies.hpp"
#include "sotto/input/invalid_input.hpp"
#include "support/ranks_of_threads.hpp"

namespace sotto {
namespace {

using Rows = std::map<NodeId, std::vector<NodeId>>;

std::vector<EdgeStream> families() {
  return {ring_edges(23),
          path_edges(17),
          star_edges(19),
          grid_edges({.rows = 5, .columns = 7}),
          torus_edges({.rows = 4, .columns = 6}),
          hypercube_edges(5),
          static_exponential_edges(29),
          expander_edges(5),
          complete_edges(9),
          random_regular_edges({.nodes = 40, .degree = 5, .seed = 3}),
          random_regular_edges({.nodes = 12, .degree = 9, .seed = 3}),
          random_regular_edges({.nodes = 12, .degree = 2, .seed = 3}),
          erdos_renyi_edges({.nodes = 50, .edge_probability = 0.1, .seed = 4}),
          watts_strogatz_edges({.nodes = 40, .degree = 4, .rewiring = 0.3, .seed = 5}),
          barabasi_albert_edges({.nodes = 60, .attachments = 3, .seed = 6}),
          random_geometric_edges({.nodes = 60, .radius = 0.3, .seed = 7})};
}

std::vector<NodeId> as_vector(std::span<const NodeId> row) {
  return {row.begin(), row.end()};
}

/// What all ranks hold together, by number.
Rows rows_on(unsigned ranks, const EdgeStream& edges, const test::Division& division) {
  Rows all;
  std::mutex mutex;
  test::run_on_ranks(
      ranks,
      [&](Ranks& own) {
        const PlacedGraph graph = place(edges, own);
        const std::lock_guard lock(mutex);
        for (std::uint32_t at = 0; at < graph.size(); ++at) {
          std::vector<NodeId> row;
          for (const std::uint32_t j : graph.row(at)) row.push_back(graph.number_at(j));
          EXPECT_TRUE(all.emplace(graph.numbers[at], row).second) << "node " << graph.numbers[at] << " lies twice";
        }
      },
      division);
  return all;
}

TEST(PlacedGraph, HasTheRowsOfTheGraphForEveryFamilyOnAnyRanksAndHoweverItIsDivided) {
  for (const EdgeStream& edges : families()) {
    SCOPED_TRACE(name_of(edges.known().family));
    const Graph whole(edges);
    Rows expected;
    for (NodeId i = 0; i < whole.node_count(); ++i) expected[i] = as_vector(whole.neighbours(i));
    for (const unsigned ranks : {1u, 2u, 3u, 4u}) {
      EXPECT_EQ(rows_on(ranks, edges, nullptr), expected) << ranks;
      EXPECT_EQ(rows_on(ranks, edges, [&](std::uint32_t number) { return number * 7 % 5 % ranks; }), expected) << ranks;
    }
  }
}

TEST(PlacedGraph, KnowsTheSizesOfTheWhole) {
  for (const EdgeStream& edges : families()) {
    const Graph whole(edges);
    test::run_on_ranks(3, [&](Ranks& own) {
      const PlacedGraph graph = place(edges, own);
      EXPECT_EQ(graph.nodes_in_all, whole.node_count());
      EXPECT_EQ(graph.edges_in_all, whole.edge_count());
      EXPECT_EQ(graph.degrees.least, whole.degrees().least);
      EXPECT_EQ(graph.degrees.most, whole.degrees().most);
    });
  }
}

TEST(PlacedGraph, NodesBelowInnerHearNobodyElseAndAllOthersDo) {
  test::run_on_ranks(3, [&](Ranks& own) {
    const PlacedGraph graph = place(grid_edges({.rows = 12, .columns = 12}), own);
    EXPECT_GT(graph.inner, 0u);
    for (std::uint32_t at = 0; at < graph.size(); ++at) {
      const auto row = graph.row(at);
      const bool hears_others = std::any_of(row.begin(), row.end(), [&](auto j) { return j >= graph.size(); });
      EXPECT_EQ(hears_others, at >= graph.inner);
    }
  });
}

TEST(PlacedGraph, AHaloBringsTheNumbersOfOthersAndNoneThatNobodyHears) {
  test::run_on_ranks(
      4,
      [&](Ranks& own) {
        const PlacedGraph graph = place(erdos_renyi_edges({.nodes = 80, .edge_probability = 0.08, .seed = 9}), own);
        NumbersWithHalo numbers(graph, own);
        const std::vector<double> mine(graph.numbers.begin(), graph.numbers.end());
        const std::span<const double> all = numbers.of(mine);
        ASSERT_EQ(all.size(), graph.size() + graph.halo.size());
        for (std::uint32_t at = 0; at < all.size(); ++at) EXPECT_EQ(all[at], graph.number_at(at));
        std::set<std::uint32_t> heard(graph.neighbours.begin(), graph.neighbours.end());
        for (auto at = static_cast<std::uint32_t>(graph.size()); at < all.size(); ++at) EXPECT_TRUE(heard.contains(at));
      },
      [](std::uint32_t number) { return static_cast<std::uint16_t>(number % 4); });
}

TEST(PlacedGraph, SendsFromOneEndOfItsPlacesToTheOther) {
  test::run_on_ranks(3, [](Ranks& own) {
    const PlacedGraph graph = place(random_regular_edges({.nodes = 60, .degree = 6, .seed = 2}), own);
    for (const std::vector<std::uint32_t>& places : graph.borders.sent)
      EXPECT_TRUE(std::is_sorted(places.begin(), places.end()));
    EXPECT_GT(graph.halo.size(), 0u);
  });
}

TEST(PlacedGraph, NeighboursLieTogetherOnARankAlone) {
  const PlacedGraph graph = place(grid_edges({.rows = 8, .columns = 60}), alone());
  for (std::uint32_t at = 0; at < graph.size(); ++at)
    for (const std::uint32_t j : graph.row(at)) EXPECT_LE(std::abs(int(j) - int(at)), 9);
}

TEST(PlacedGraph, ALargeGraphWithoutASmallCutIsDealtInTurnsAndOthersAreDivided) {
  constexpr NodeId nodes = 10'002;
  const auto shares = [](const EdgeStream& edges) {
    std::map<std::uint32_t, unsigned> owners;
    std::mutex mutex;
    test::run_on_ranks(
        3,
        [&](Ranks& own) {
          const PlacedGraph graph = place(edges, own);
          const std::lock_guard lock(mutex);
          for (const NodeId number : graph.numbers) owners[number] = own.number();
        },
        [](std::uint32_t number) {
          return static_cast<std::uint16_t>(number < 10 ? 0 : number < 20 ? 1 : 2);
        });
    return owners;
  };
  for (const EdgeStream& edges : {random_regular_edges({.nodes = nodes, .degree = 4, .seed = 1}),
                                  barabasi_albert_edges({.nodes = nodes, .attachments = 2, .seed = 2})}) {
    SCOPED_TRACE(name_of(edges.known().family));
    for (const auto& [number, owner] : shares(edges)) ASSERT_EQ(owner, number % 3);
  }
  for (const auto& [number, owner] : shares(ring_edges(nodes))) ASSERT_EQ(owner, number < 10 ? 0 : number < 20 ? 1 : 2);
}

TEST(PlacedGraph, MoreRanksThanNodesAreRefused) {
  const auto refused = [](unsigned ranks) {
    test::run_on_ranks(ranks, [](Ranks& own) { static_cast<void>(place(path_edges(3), own)); });
  };
  EXPECT_NO_THROW(refused(3));
  EXPECT_THROW(refused(4), InvalidInput);
}

/// Says how many ranks there are, and nothing else.
class SoManyRanks final : public Ranks {
 public:
  explicit SoManyRanks(unsigned ranks) : ranks_(ranks) {}
  unsigned number() const override { return 0; }
  unsigned count() const override { return ranks_; }
  void post(unsigned, std::string) override { throw std::logic_error("nobody is asked"); }
  std::optional<Parcel> collect() override { throw std::logic_error("nobody is asked"); }
  const std::atomic<bool>& agreed(const std::atomic<bool>& interrupt) override { return interrupt; }
  double maximum(double) override { throw std::logic_error("nobody is asked"); }
  void begin_maximum(double) override { throw std::logic_error("nobody is asked"); }
  double end_maximum() override { throw std::logic_error("nobody is asked"); }
  void add(std::span<std::int64_t>) override { throw std::logic_error("nobody is asked"); }
  std::vector<std::string> exchange(std::vector<std::string>) override { throw std::logic_error("nobody is asked"); }
  std::unique_ptr<Halo> make_halo(const Borders&, std::size_t) override { throw std::logic_error("nobody is asked"); }
  std::vector<std::uint16_t> divide(const RowsOfRank&) override { throw std::logic_error("nobody is asked"); }

 private:
  unsigned ranks_;
};

TEST(PlacedGraph, RefusesMoreRanksThanOwnersAreCounted) {
  for (const unsigned ranks : {65'536U, 65'537U}) {
    SoManyRanks many(ranks);
    if (ranks > 65'536)
      EXPECT_THROW(place(ring_edges(200'000), many), InvalidInput);
    else
      EXPECT_THROW(place(ring_edges(200'000), many), std::logic_error) << "they are asked";
  }
}

/// What a family that holds all its edges has made.
thread_local std::weak_ptr<const int> edges_of_this_rank;

TEST(PlacedGraph, DropsTheEdgesBeforeItDividesThem) {
  test::run_on_ranks(
      3,
      [](Ranks& own) {
        auto held = std::make_shared<const int>(30);
        edges_of_this_rank = held;
        EdgeStream edges(30, {.family = GraphFamily::other}, [held](const EdgeStream::Visitor& visit) {
          for (NodeId i = 0; i + 1 < 30; ++i) visit({i, i + 1});
        });
        held.reset();
        EXPECT_EQ(place(std::move(edges), own).nodes_in_all, 30U);
      },
      [](std::uint32_t number) {
        EXPECT_TRUE(edges_of_this_rank.expired());
        return static_cast<std::uint16_t>(number % 3);
      });
}

}  // namespace
}  // namespace sotto
