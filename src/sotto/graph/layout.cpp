// SPDX-License-Identifier: MIT
// Where to draw the nodes: a circle, or least stress (classical scaling, then majorisation).
#include "sotto/graph/layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "sotto/random/elementary.hpp"
#include "sotto/random/gaussian.hpp"

namespace sotto {
namespace {

constexpr int power_steps = 100;
constexpr int stress_steps = 300;

std::vector<Position> on_a_circle(NodeId nodes) {
  std::vector<Position> positions;
  for (NodeId i = 0; i < nodes; ++i) {
    const SinCos turn = sincos_turn(static_cast<double>(i) / nodes);
    positions.push_back({turn.sin, -turn.cos});
  }
  return positions;
}

/// Steps from every node to every other.
class Distances {
 public:
  explicit Distances(const Graph& graph) : nodes_(graph.node_count()), steps_(std::size_t{nodes_} * nodes_, -1.0) {
    std::vector<NodeId> queue;
    for (NodeId source = 0; source < nodes_; ++source) {
      double* const row = &steps_[std::size_t{source} * nodes_];
      queue.assign(1, source);
      row[source] = 0.0;
      for (std::size_t head = 0; head < queue.size(); ++head)
        for (const NodeId j : graph.neighbours(queue[head])) {
          if (row[j] >= 0.0) continue;
          row[j] = row[queue[head]] + 1.0;
          queue.push_back(j);
        }
    }
  }

  NodeId nodes() const { return nodes_; }
  double operator()(NodeId i, NodeId j) const { return steps_[std::size_t{i} * nodes_ + j]; }

 private:
  NodeId nodes_;
  std::vector<double> steps_;
};

using Axis = std::vector<double>;

double dot(const Axis& a, const Axis& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void take_off(const Axis& direction, Axis& from) {
  const double share = dot(direction, from);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] -= share * direction[i];
}

void make_unit(Axis& axis) {
  const double length = std::sqrt(dot(axis, axis));
  for (double& value : axis) value /= length;
}

/// The next principal axis of the squared distances, by power iteration: across those already found, and as long as the
/// network reaches along it (a path has no second one).
Axis next_axis(const Distances& distances, const std::vector<Axis>& found) {
  const NodeId n = distances.nodes();
  Axis axis(n), image(n);
  fill_gaussian(1, {.stream = Stream::graph, .node = 6 + static_cast<std::uint32_t>(found.size())}, axis);
  double stretch = 0.0;
  for (int step = 0; step < power_steps; ++step) {
    for (const Axis& other : found) take_off(other, axis);
    make_unit(axis);
    for (NodeId i = 0; i < n; ++i) {
      image[i] = 0.0;
      for (NodeId j = 0; j < n; ++j) image[i] -= 0.5 * distances(i, j) * distances(i, j) * axis[j];
    }
    for (const Axis& other : found) take_off(other, image);
    stretch = std::sqrt(dot(image, image));
    if (stretch < 1e-6 * n) break;
    axis.swap(image);
  }
  make_unit(axis);
  for (double& value : axis) value *= std::sqrt(stretch);
  return axis;
}

std::vector<Position> scaled_classically(const Distances& distances) {
  const NodeId n = distances.nodes();
  const Axis mean(n, 1.0 / std::sqrt(static_cast<double>(n)));  // no axis may hold it
  const Axis across = next_axis(distances, {mean});
  Axis direction = across;
  make_unit(direction);
  const Axis down = next_axis(distances, {mean, direction});
  std::vector<Position> positions;
  for (NodeId i = 0; i < n; ++i) positions.push_back({across[i], down[i]});
  return positions;
}

/// One step of majorisation: each node moves to the mean of where the others want it, near ones counting most. No step
/// raises the stress, the sum of (distance on paper - steps)^2 / steps^2.
std::vector<Position> with_less_stress(const Distances& distances, const std::vector<Position>& at) {
  std::vector<Position> next;
  for (NodeId i = 0; i < at.size(); ++i) {
    double x = 0.0, y = 0.0, all = 0.0;
    for (NodeId j = 0; j < at.size(); ++j) {
      if (i == j) continue;
      const double wanted = distances(i, j), weight = 1.0 / (wanted * wanted);
      const double dx = at[i].x - at[j].x, dy = at[i].y - at[j].y;
      const double pull = wanted / std::max(std::sqrt(dx * dx + dy * dy), 1e-9);
      x += weight * (at[j].x + pull * dx);
      y += weight * (at[j].y + pull * dy);
      all += weight;
    }
    next.push_back({x / all, y / all});
  }
  return next;
}

}  // namespace

bool lies_on_a_circle(const Graph& graph) {
  using enum GraphFamily;
  constexpr std::array families{ring, complete, watts_strogatz, static_exponential};
  return graph.node_count() > 2 && std::find(families.begin(), families.end(), graph.known().family) != families.end();
}

std::vector<Position> layout(const Graph& graph) {
  const NodeId n = graph.node_count();
  if (n == 1) return {{0.0, 0.0}};
  if (n == 2) return {{-1.0, 0.0}, {1.0, 0.0}};
  if (lies_on_a_circle(graph)) return on_a_circle(n);
  const Distances distances(graph);
  std::vector<Position> positions = scaled_classically(distances);
  for (int step = 0; step < stress_steps; ++step) positions = with_less_stress(distances, positions);
  return positions;
}

}  // namespace sotto
