// SPDX-License-Identifier: MIT
#include "sotto/federation/runner/chronicle.hpp"

namespace sotto {
namespace {

constexpr int most_rows = 20;              // of one kind, of one neighbour, of one start: rows are kept for ever
constexpr std::size_t longest_text = 900;  // the audit log refuses longer ones

}  // namespace

void Chronicle::mention(const NodeEvent& event) {
  const std::optional<std::uint64_t> left_out = kinds_[{event.neighbour, event.event}].lines.take(timeline_.now());
  if (!left_out) return;
  NodeEvent told = event;
  if (*left_out > 0) told.text += " (" + std::to_string(*left_out) + " more of this kind were not told)";
  observer_.happened(told);
}

void Chronicle::keep(const NodeEvent& event) {
  mention(event);
  if (kinds_[{event.neighbour, event.event}].rows++ >= most_rows) return;
  AuditDetails details{{"run", run_.hex()}, {"text", event.text.substr(0, longest_text)}};
  if (!event.neighbour.empty()) details.emplace_back("neighbour", event.neighbour);
  store_.audit().append(event.event, details);
}

}  // namespace sotto
