// SPDX-License-Identifier: MIT
// The picture of a graph: every node and edge is on it, weights show, and it needs nothing from elsewhere.
#include "sotto/report/plan/graph_svg.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"

namespace sotto {
namespace {

std::string drawn(const Graph& graph, WeightRule rule = WeightRule::metropolis) {
  GraphSettings settings{};
  for (const GraphKind kind : all_of<GraphKind>)
    if (name_of(kind) == name_of(graph.known().family)) settings.kind = kind;
  settings.weights = rule;
  return graph_svg(settings, graph, make_weights(graph, rule));
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// The numbers that follow `name="` in the text.
std::vector<double> attributes(const std::string& text, const std::string& name) {
  std::vector<double> found;
  const std::string start = " " + name + "=\"";
  for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at + 1))
    found.push_back(std::strtod(text.c_str() + at + start.size(), nullptr));
  return found;
}

TEST(GraphSvg, HoldsEveryNodeEveryEdgeAndWhatTheyAre) {
  for (const Graph& graph : {path_graph(1), path_graph(2), grid_graph({4, 7}), complete_graph(9), ring_graph(400)}) {
    const std::string svg = drawn(graph);
    EXPECT_EQ(count_of(svg, "<circle "), graph.node_count());
    EXPECT_EQ(count_of(svg, "<path "), graph.edge_count());
    EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    EXPECT_EQ(count_of(svg, "nan"), 0u);
    EXPECT_EQ(count_of(svg, std::to_string(graph.node_count()) + " nodes, "), 2u);
    EXPECT_EQ(count_of(svg, "http"), 1u) << "only the name of SVG itself";
  }
  EXPECT_NE(drawn(complete_graph(10), WeightRule::paper).find("paper weights, &#946; = 0.3333"), std::string::npos);
}

TEST(GraphSvg, NothingLiesOutsideThePage) {
  for (const Graph& graph : {path_graph(30), star_graph(30), ring_graph(30), torus_graph({5, 6})}) {
    const std::string svg = drawn(graph);
    const double width = attributes(svg, "width")[0], height = attributes(svg, "height")[0];
    for (const double x : attributes(svg, "cx")) EXPECT_TRUE(x > 24 && x < width - 24) << x;
    for (const double y : attributes(svg, "cy")) EXPECT_TRUE(y > 100 && y < height - 60) << y;
  }
}

/// Metropolis weights on a star with a tail: the tail's edge weighs 1/3, the others less.
TEST(GraphSvg, ALargerWeightIsAStrongerLineAndADegreeALargerNode) {
  const std::string svg = drawn(Graph(7, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {5, 6}}));
  const std::vector<double> opacity = attributes(svg, "opacity");
  ASSERT_EQ(opacity.size(), 6u);
  EXPECT_TRUE(std::is_sorted(opacity.begin(), opacity.end()));
  EXPECT_GT(opacity[5], 1.5 * opacity[4]);
  const std::vector<double> radius = attributes(svg, "r");
  EXPECT_GT(radius[0], radius[5]);
  EXPECT_GT(radius[5], radius[6]);
}

TEST(GraphSvg, ShowsNamesAsTextAndItsColoursHaveTwinsInTheDark) {
  const Graph graph = path_graph(2);
  const std::string svg = graph_svg({}, graph, make_weights(graph, WeightRule::metropolis),
                                    {"north & <b>", "a-very-long-name-of-a-clinic"});
  EXPECT_EQ(count_of(svg, ">north &amp; &lt;b>"), 1u);
  EXPECT_EQ(count_of(svg, ">a-very-long-name-of-a-clinic<"), 1u);
  for (const auto& [light, dark] : graph_colours_at_night()) {
    EXPECT_GT(count_of(svg, light), 0u) << light;
    EXPECT_NE(light, dark);
  }
}

TEST(GraphSvg, AGraphThatIsTooLargeIsRefused) {
  try {
    drawn(ring_graph(most_drawn_nodes + 1));
    FAIL() << "drawn";
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.faults()[0].field, "graph.svg");
    EXPECT_EQ(refused.faults()[0].value, "401 nodes");
  }
}

}  // namespace
}  // namespace sotto
