// SPDX-License-Identifier: MIT
// What is said of a run: to the observer, and into the audit log. What others can make a node say is bounded.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "sotto/federation/peer/timeline.hpp"
#include "sotto/federation/runner/allowance.hpp"
#include "sotto/federation/runner/node_status.hpp"
#include "sotto/federation/store/store.hpp"

namespace sotto {

/// Bounded for every neighbour and every kind of event, whatever numbers and words the texts hold.
class Chronicle {
 public:
  Chronicle(NodeObserver& observer, const Timeline& timeline, const Store& store, const Digest& run)
      : observer_(observer), timeline_(timeline), store_(store), run_(run) {}

  void mention(const NodeEvent& event);  ///< to the observer
  void keep(const NodeEvent& event);     ///< and in the audit log

 private:
  struct Kind {
    Allowance lines = {};
    int rows = 0;
  };

  NodeObserver& observer_;
  const Timeline& timeline_;
  const Store& store_;
  Digest run_;
  std::map<std::pair<std::string, std::string>, Kind> kinds_;  // by neighbour and event
};

}  // namespace sotto
