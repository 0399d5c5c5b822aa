// SPDX-License-Identifier: MIT
// What may be shown of a running node: rounds, neighbours, waiting. Nothing of it depends on a record.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sotto/digest/digest.hpp"
#include "sotto/graph/graph.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/privacy/ledger_units.hpp"
#include "sotto/privacy/schedule.hpp"

namespace sotto {

struct NeighbourStatus {
  std::string name;
  std::string address = {};
  bool is_neighbour = true;  ///< otherwise a member of masked sums whom others pass on
  std::string over = {};     ///< then the neighbour over which its messages come
  bool connected = false;
  bool waited_for = false;
  std::string remark;  ///< why it is not connected, or what was seen of it
  std::chrono::seconds since{0};
  Round last_round = 1;
};

struct NodeStatus {
  Digest run;
  std::string name;
  bool trial = false;
  bool dry_run = false;
  Round round = 1;  ///< of the last committed message
  Round gradient_rounds = 0;
  Round last_round = 0;
  bool debited = false;
  bool finished = false;
  bool masked = false;                                     ///< masked sums
  bool agreed = true;                                      ///< on keys, with all members: residues may leave
  std::size_t fewest_members = 0;                          ///< that an amendment must leave
  Round spare_rounds_left = 0;                             ///< so often can the others go on without a lost member
  std::optional<std::uint64_t> late_beats = std::nullopt;  ///< where messages leave on a beat
  std::uint64_t lines_lost = 0;                            ///< of the log: nobody read them in time
  std::vector<NeighbourStatus> neighbours = {};

  bool is_ready() const {
    for (const NeighbourStatus& neighbour : neighbours)
      if (neighbour.is_neighbour && !neighbour.connected) return false;
    return true;
  }
};

/// Something worth a line in a log. Words and public numbers only.
struct NodeEvent {
  enum class Level { note, warning, alarm } level;
  std::string event;  ///< a word for programs
  std::string text;   ///< a sentence for people
  std::string neighbour = {};
};

constexpr Names<3> names_of(NodeEvent::Level) {
  return {"note", "warning", "alarm"};
}

class NodeObserver {
 public:
  virtual ~NodeObserver() = default;
  virtual void happened(const NodeEvent& event) = 0;
  virtual void changed(const NodeStatus& status) = 0;  ///< after a round, and four times a second
  virtual std::uint64_t lines_lost() const { return 0; }

 protected:
  NodeObserver() = default;
  NodeObserver(const NodeObserver&) = default;
  NodeObserver& operator=(const NodeObserver&) = default;
};

}  // namespace sotto
