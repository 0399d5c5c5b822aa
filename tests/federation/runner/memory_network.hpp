// SPDX-License-Identifier: MIT
// Doors and links in memory: what a network does to frames, without sockets, certificates and threads. Whoever dials is
// believed to be who it says it is; what TLS refuses is tried elsewhere.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "federation/runner/virtual_time.hpp"
#include "sotto/federation/peer/link.hpp"

namespace sotto::test {

class MemoryLink;

class MemoryNetwork {
 public:
  explicit MemoryNetwork(VirtualTime& time) : time_(time) {}

  struct Passing {
    std::string from, to;  ///< sites
    Frame frame;
  };
  struct Arrival {
    Frame frame;
    std::chrono::milliseconds after{1};
  };
  /// What becomes of a frame: nothing, itself, others. A link keeps the order, as TCP does; links overtake each other.
  using Rule = std::function<std::vector<Arrival>(const Passing&)>;
  void set_rule(Rule rule) { rule_ = std::move(rule); }
  /// Ends all links between two sites; what is under way is lost.
  void cut(const std::string& one, const std::string& other);
  /// All that was said, in the order of saying.
  const std::vector<Passing>& tape() const { return tape_; }

  /// Of a process of a site. Where two processes of one site listen, the first one is reached.
  std::unique_ptr<Doors> doors_of(const std::string& site, Timeline& timeline);

 private:
  friend class MemoryLink;
  friend class MemoryDoors;

  VirtualTime& time_;
  Rule rule_;
  std::vector<Passing> tape_;
  std::map<std::string, class MemoryDoors*> listening_;
  std::vector<std::weak_ptr<MemoryLink>> links_;
  std::size_t connections_ = 0;
};

}  // namespace sotto::test
