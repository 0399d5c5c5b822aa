// SPDX-License-Identifier: MIT
// Mean estimation at the paper's size and on a large network.
#include "paper_setting.hpp"

namespace sotto::bench {

Setting::Setting(const Size& size)
    : box{.dimension = size.dimension, .half_side = 10},
      net({.graph = size.nodes <= 10 ? erdos_renyi_graph({.nodes = size.nodes, .edge_probability = 0.6, .seed = 1})
                                     : random_regular_graph({.nodes = size.nodes, .degree = 8, .seed = 1}),
           .dimension = size.dimension,
           .records = records_per_node,
           .radius = 10,
           .mean = 7,
           .rounds = size.rounds}) {
  const std::vector<double> origin(size.dimension, 0.0);
  for (const Objective* f : net.objectives()) {
    std::vector<double> gradient(size.dimension);
    f->gradient(origin, gradient);
    for (double& g : gradient) g = -g;  // at 0 the gradient is minus the sum of the records
    record_sums.push_back(std::move(gradient));
  }
}

const Setting& setting(const Size& size) {
  static const Setting paper(paper_size);
  if (size.nodes == paper_size.nodes) return paper;
  static const Setting large(large_size);
  return large;
}

}  // namespace sotto::bench
