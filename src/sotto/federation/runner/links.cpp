// SPDX-License-Identifier: MIT
// The links of a running node: dialled, opened, closed, dialled again.
#include <algorithm>

#include "sotto/federation/runner/node_runner.hpp"

namespace sotto {
namespace {

constexpr std::chrono::seconds hello_limit{5};
constexpr std::chrono::milliseconds longest_wait{5000};

}  // namespace

LinkSettings NodeRunner::link_settings() {
  // Beside rounds, a manifest may come: once, from a neighbour that runs another one.
  const std::size_t longest =
      std::max(RoundMessage::longest(prepared_.manifest.dimension(), prepared_.manifest.parties().size()),
               2 * prepared_.manifest.canonical().size() + 65536) +
      64;
  return {.contexts = contexts_,
          .longest_frame = longest,
          .events = {.opened = [this](const LinkPtr& link) { opened(link); },
                     .heard = [this](const LinkPtr& link, Frame frame) { heard(link, std::move(frame)); },
                     .closed = [this](const LinkPtr& link, const std::string& why) { closed(link, why); }}};
}

void NodeRunner::dial_again(Edge& edge) {
  if (edge.halted || edge.link != nullptr || stopping_) return;
  LinkSettings settings = link_settings();
  settings.events.closed = [this, node = edge.node](const LinkPtr& link, const std::string& why) {
    closed(link, why);
    dial_failed(node, why);
  };
  dial(loop_, prepared_.manifest.parties()[edge.node], settings);
}

/// Waits a little longer each time, up to 5 s.
void NodeRunner::dial_failed(NodeId node, const std::string& why) {
  Edge& edge = edges_.at(node);
  if (edge.link != nullptr) return;
  if (edge.remark != why && !edge.halted) {
    edge.note(why);
    observer_.happened({NodeEvent::Level::warning, "not-connected", why, edge.name});
  }
  loop_.after(edge.next_wait, [this, node] { dial_again(edges_.at(node)); });
  edge.next_wait = std::min(longest_wait, edge.next_wait * 2);
}

void NodeRunner::opened(const LinkPtr& link) {
  const auto found = std::find_if(edges_.begin(), edges_.end(),
                                  [&](const auto& one) { return one.second.name == link->site(); });
  if (found == edges_.end())
    return refuse(link, {"this node is no neighbour of " + link->site() + " in the manifest", Refusal::Code::other});
  waiting_links_[link.get()] = found->first;
  link->send(hello_to(found->second));
  loop_.after(hello_limit, [this, link] {
    if (waiting_links_.contains(link.get())) link->close("no hello within 5 s");
  });
}

void NodeRunner::closed(const LinkPtr& link, const std::string& why) {
  Edge* edge = edge_of(link);
  if (edge == nullptr) {
    if (link != nullptr && link->site().empty())
      observer_.happened({NodeEvent::Level::warning, "refused", "whoever came in was turned away: " + why});
    return;
  }
  const bool was_open = edge->link == link;
  waiting_links_.erase(link.get());
  if (!was_open) {
    if (edge->link == nullptr) edge->note(why);
    return;
  }
  edge->drop(why);
  observer_.happened({NodeEvent::Level::warning, "disconnected", why, edge->name});
  observer_.changed(status());
}

Edge* NodeRunner::edge_of(const LinkPtr& link) {
  if (link == nullptr) return nullptr;
  const auto waiting = waiting_links_.find(link.get());
  if (waiting != waiting_links_.end()) return &edges_.at(waiting->second);
  for (auto& [node, edge] : edges_)
    if (edge.link == link) return &edge;
  return nullptr;
}

void NodeRunner::refuse(const LinkPtr& link, const Refusal& refusal) {
  link->send(refusal);
  link->close_when_idle("refused: " + refusal.reason);
}

}  // namespace sotto
