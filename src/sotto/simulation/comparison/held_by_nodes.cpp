// SPDX-License-Identifier: MIT
#include "sotto/simulation/comparison/held_by_nodes.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "sotto/files/durable_file.hpp"

namespace sotto {
namespace {

constexpr std::size_t at_a_time = std::size_t{1} << 20;  ///< bytes
constexpr NodeId elsewhere = std::numeric_limits<NodeId>::max();

NamedFile named(const std::string& path) {
  return {.field = "--out", .path = path, .kind = FaultKind::store};
}

/// A node's number, then its numbers in each array.
struct RecordSize {
  explicit RecordSize(const HeldByNodes& nodes)
      : of_array(nodes.shape.dimension * sizeof(double)), all(sizeof(NodeId) + nodes.arrays.size() * of_array) {}
  std::size_t of_array, all;
};

class HeldReader {
 public:
  explicit HeldReader(const HeldByNodes& nodes)
      : nodes_(nodes), size_(nodes), place_of_(nodes.nodes_in_all, elsewhere) {
    for (NodeId place = 0; place < nodes.numbers.size(); ++place) place_of_[nodes.numbers[place]] = place;
  }

  void read(const std::string& path) {
    const OpenedFile file = open_to_read(named(path), Links::refused);
    std::vector<char> bytes((at_a_time / size_.all + 1) * size_.all);
    try {
      for (std::size_t got = 0; (got = file.read(bytes)) > 0;) {
        if (got % size_.all != 0) refuse_file(named(path), "is damaged; remove the folder to begin anew");
        for (std::size_t at = 0; at < got; at += size_.all) take(bytes.data() + at);
      }
    } catch (const std::ios_base::failure&) {
      refuse_file(named(path), "cannot be read");
    }
  }
  std::size_t taken() const { return taken_; }

 private:
  void take(const char* record) {
    NodeId number = 0;
    std::memcpy(&number, record, sizeof number);
    const NodeId place = number < place_of_.size() ? place_of_[number] : elsewhere;
    if (place == elsewhere) return;
    record += sizeof number;
    for (double* array : nodes_.arrays) {
      std::memcpy(array + place * nodes_.shape.stride, record, size_.of_array);
      record += size_.of_array;
    }
    ++taken_;
  }

  const HeldByNodes& nodes_;
  RecordSize size_;
  std::vector<NodeId> place_of_;
  std::size_t taken_ = 0;
};

}  // namespace

void write_held(const std::string& path, const HeldByNodes& nodes) {
  const RecordSize size(nodes);
  write_durably(named(path), [&](const TakeBytes& take) {
    std::string bytes;
    const auto append = [&](const void* from, std::size_t count) {
      bytes.append(static_cast<const char*>(from), count);
    };
    for (std::size_t place = 0; place < nodes.numbers.size(); ++place) {
      append(&nodes.numbers[place], sizeof(NodeId));
      for (const double* array : nodes.arrays) append(array + place * nodes.shape.stride, size.of_array);
      if (bytes.size() < at_a_time) continue;
      take(bytes);
      bytes.clear();
    }
    take(bytes);
  });
}

void read_held(const std::vector<std::string>& paths, const HeldByNodes& nodes) {
  if (nodes.arrays.empty()) return;
  HeldReader reader(nodes);
  for (const std::string& path : paths) reader.read(path);
  if (reader.taken() != nodes.numbers.size())
    throw InvalidInput({"state", std::to_string(reader.taken()) + " nodes", "is of another network"}, FaultKind::store);
}

}  // namespace sotto
