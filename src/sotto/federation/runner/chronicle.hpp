// SPDX-License-Identifier: MIT
// What is said of a run: to the observer, and into the audit log. What others can make a node say is bounded.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "sotto/federation/peer/timeline.hpp"
#include "sotto/federation/runner/node_status.hpp"
#include "sotto/federation/store/store.hpp"

namespace sotto {

/// How often something may be said that others can provoke: twenty at once, then one every three minutes.
class Allowance {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// How many were left out before this one; nothing where this one is left out too.
  std::optional<std::uint64_t> take(Time now) {
    if (left_ < most) {
      const auto grown = (now - since_) / every;
      left_ = std::min<std::int64_t>(most, left_ + grown);
      since_ += grown * every;
    } else {
      since_ = now;
    }
    if (left_ == 0) {
      ++left_out_;
      return std::nullopt;
    }
    --left_;
    return std::exchange(left_out_, 0);
  }

 private:
  static constexpr std::int64_t most = 20;
  static constexpr std::chrono::minutes every{3};
  std::int64_t left_ = most;
  std::uint64_t left_out_ = 0;
  Time since_{};  // when the next one began to grow
};

/// Bounded for every neighbour and every kind of event, whatever numbers and words the texts hold.
class Chronicle {
 public:
  Chronicle(NodeObserver& observer, const Timeline& timeline, const Store& store, const Digest& run)
      : observer_(observer), timeline_(timeline), store_(store), run_(run) {}

  /// To the observer.
  void mention(const NodeEvent& event) {
    const std::optional<std::uint64_t> left_out = kinds_[{event.neighbour, event.event}].lines.take(timeline_.now());
    if (!left_out) return;
    NodeEvent told = event;
    if (*left_out > 0) told.text += " (" + std::to_string(*left_out) + " more of this kind were not told)";
    observer_.happened(told);
  }

  /// And in the audit log.
  void keep(const NodeEvent& event) {
    mention(event);
    if (kinds_[{event.neighbour, event.event}].rows++ >= most_rows) return;
    AuditDetails details{{"run", run_.hex()}, {"text", event.text.substr(0, longest_text)}};
    if (!event.neighbour.empty()) details.emplace_back("neighbour", event.neighbour);
    store_.audit().append(event.event, details);
  }

 private:
  static constexpr int most_rows = 20;  // of one kind, of one neighbour, of one start: rows are kept for ever
  static constexpr std::size_t longest_text = 900;  // the audit log refuses longer ones
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
