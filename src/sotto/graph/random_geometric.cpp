// SPDX-License-Identifier: MIT
// Random points of the unit square, joined where they are near: a grid of cells finds the near ones.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "sotto/graph/components.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

struct Point {
  double x, y;
};

std::vector<Point> draw_points(const RandomGeometricSpec& spec, std::uint32_t attempt) {
  RandomSequence random(spec.seed, {.stream = Stream::graph, .trial = attempt, .node = 5});
  std::vector<Point> points(spec.nodes);
  for (Point& point : points) point.x = random.uniform(), point.y = random.uniform();
  return points;
}

/// The nodes of every cell. A cell is a little wider than the radius, so only cells that touch hold near points.
class Cells {
 public:
  Cells(const std::vector<Point>& points, double radius) : points_(points), limit_(radius * radius) {
    const double most = std::ceil(std::sqrt(static_cast<double>(points.size())));
    side_ = static_cast<std::size_t>(std::clamp(std::floor((1.0 - 1e-9) / radius), 1.0, most));
    starts_.assign(side_ * side_ + 1, 0);
    for (const Point& point : points) ++starts_[cell_of(point) + 1];
    for (std::size_t c = 0; c < side_ * side_; ++c) starts_[c + 1] += starts_[c];
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    nodes_.resize(points.size());
    for (NodeId i = 0; i < points.size(); ++i) nodes_[next[cell_of(points[i])]++] = i;
  }

  /// Each cell meets itself, its right neighbour and the three cells above: every pair of cells once.
  std::vector<Edge> edges() const {
    std::vector<Edge> found;
    for (std::size_t y = 0; y < side_; ++y)
      for (std::size_t x = 0; x < side_; ++x) {
        const std::size_t here = y * side_ + x;
        for (std::size_t at = starts_[here]; at < starts_[here + 1]; ++at) join(at, at + 1, starts_[here + 1], found);
        if (x + 1 < side_) join_cells(here, here + 1, found);
        if (y + 1 == side_) continue;
        if (x > 0) join_cells(here, here + side_ - 1, found);
        join_cells(here, here + side_, found);
        if (x + 1 < side_) join_cells(here, here + side_ + 1, found);
      }
    return found;
  }

 private:
  std::size_t cell_of(const Point& point) const {
    const auto number = [&](double u) { return static_cast<std::size_t>(u * static_cast<double>(side_)); };
    return std::min(number(point.y), side_ - 1) * side_ + std::min(number(point.x), side_ - 1);
  }

  void join_cells(std::size_t one, std::size_t other, std::vector<Edge>& found) const {
    for (std::size_t at = starts_[one]; at < starts_[one + 1]; ++at)
      join(at, starts_[other], starts_[other + 1], found);
  }

  void join(std::size_t at, std::size_t first, std::size_t last, std::vector<Edge>& found) const {
    const Point p = points_[nodes_[at]];
    for (std::size_t k = first; k < last; ++k) {
      const Point q = points_[nodes_[k]];
      const double dx = p.x - q.x, dy = p.y - q.y;
      if (dx * dx + dy * dy <= limit_) found.push_back({nodes_[at], nodes_[k]});
    }
  }

  const std::vector<Point>& points_;
  double limit_;
  std::size_t side_;
  std::vector<std::size_t> starts_;
  std::vector<NodeId> nodes_;
};

/// A radius at which the first try is connected, in two digits. The search begins where a node has ln N neighbours.
std::string sufficient_radius(const RandomGeometricSpec& spec) {
  const std::vector<Point> points = draw_points(spec, 0);
  const double n = spec.nodes;
  double radius = std::max(spec.radius, std::sqrt(std::log(n) / (3.14 * n)));
  for (;; radius *= 1.1) {
    const std::string text = two_digits_from_above(radius);
    if (is_connected(spec.nodes, Cells(points, std::strtod(text.c_str(), nullptr)).edges())) return text;
  }
}

void check(const RandomGeometricSpec& spec) {
  const double r = spec.radius;
  if (!(r > 0.0 && r <= 2.0)) throw InvalidInput({"graph.radius", show(r), "must be larger than 0 and at most 2"});
  if (spec.nodes == 0) throw InvalidInput({"graph.nodes", "0", "must be at least 1"});
  const double mean = std::min(1.0, 3.15 * r * r) * 0.5 * spec.nodes * (spec.nodes - 1.0);  // of edges, from above
  if (mean + 6.0 * std::sqrt(mean) > static_cast<double>(Graph::most_edges))
    throw InvalidInput({"graph.radius", show(r),
                        "would make about " + show(std::round(mean)) + " edges; at most " +
                            std::to_string(Graph::most_edges) + " are supported"});
}

}  // namespace

EdgeStream random_geometric_edges(const RandomGeometricSpec& spec) {
  check(spec);
  const auto draw = [&](std::uint32_t attempt) {
    const std::vector<Point> points = draw_points(spec, attempt);
    return EdgeStream(spec.nodes, {.family = GraphFamily::random_geometric}, Cells(points, spec.radius).edges());
  };
  if (const auto found = first_connected(spec.nodes, draw)) return *found;
  throw InvalidInput({"graph.radius", show(spec.radius),
                      "no connected graph in " + std::to_string(connection_tries(spec.nodes)) +
                          " tries; the points of the first one are " + "connected at " + sufficient_radius(spec)});
}

Graph random_geometric_graph(const RandomGeometricSpec& spec) {
  return Graph(random_geometric_edges(spec));
}

}  // namespace sotto
