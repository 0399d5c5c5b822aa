// SPDX-License-Identifier: MIT
// The links of a running node: dialled, opened, closed, dialled again.
#include <algorithm>
#include <utility>

#include "sotto/federation/runner/node_runner.hpp"

namespace sotto {
namespace {

constexpr std::chrono::seconds hello_limit{5};
constexpr std::chrono::milliseconds longest_wait{5000};

}  // namespace

LinkEvents NodeRunner::link_events() {
  return {.opened = [this](const LinkPtr& link) { opened(link); },
          .heard = [this](const LinkPtr& link, const Frame& frame) { heard(link, frame); },
          .closed = [this](const LinkPtr& link, const std::string& why) { closed(link, why); },
          .turned_away = [this](const std::string& remote, const std::string& why) { tell_of_stranger(remote, why); },
          .certificate_is_old =
              [this](const std::string& why) {
                chronicle_.mention({NodeEvent::Level::warning, "certificate", "the one before is used: " + why});
              }};
}

void NodeRunner::dial_again(Neighbour& neighbour) {
  if (neighbour.halted || neighbour.link != nullptr || stopping_) {
    neighbour.dialled_for_long = false;
    return;
  }
  LinkEvents events = link_events();
  events.closed = [this, node = neighbour.node](const LinkPtr& link, const std::string& why) {
    if (neighbour_at(link) != nullptr) closed(link, why);
    dial_failed(node, why);
  };
  doors_.dial(prepared_.manifest.parties()[neighbour.node], events);
}

/// Says why once, however often it is tried. What a neighbour's refusal said is more than that the connection ended.
void NodeRunner::not_connected(Neighbour& neighbour, const std::string& why) {
  if (stopping_ || finished_at_ || neighbour.halted || neighbour.remark == why) return;
  if (neighbour.remark.starts_with("refused this node")) return;
  neighbour.note(why);
  chronicle_.mention({NodeEvent::Level::warning, "not-connected", why, neighbour.name});
}

/// Waits a little longer each time, up to 5 s.
void NodeRunner::dial_failed(NodeId node, const std::string& why) {
  Neighbour& neighbour = neighbours_.at(node);
  if (neighbour.link != nullptr || stopping_ || (finished_at_ && progress_.all_have_finished())) return;
  not_connected(neighbour, why);
  timeline_.after(neighbour.next_wait, [this, node] { dial_again(neighbours_.at(node)); });
  neighbour.next_wait = std::min(longest_wait, neighbour.next_wait * 2);
}

void NodeRunner::opened(const LinkPtr& link) {
  const auto found = std::find_if(neighbours_.begin(), neighbours_.end(),
                                  [&](const auto& one) { return one.second.name == link->site(); });
  if (link->site() == prepared_.party().name && !std::exchange(own_key_seen_, true))
    say(NodeEvent::Level::alarm, "own-key",
        "somebody at " + link->remote() + " has this site's own key: it was stolen, or a copy of the state runs there");
  if (found == neighbours_.end() && is_left_out(link->site())) return show_amendments(link);
  if (found == neighbours_.end())
    return refuse(link, {"this node is no neighbour of " + link->site() + " in the manifest", Refusal::Code::other});
  waiting_links_[link.get()] = {found->first};
  say_hello(link, found->second);
  timeline_.after(hello_limit, [this, weak = std::weak_ptr(link)] {  // a link that has ended is not kept for this
    const LinkPtr still = weak.lock();
    if (waiting_links_.contains(still.get())) still->close("no hello within 5 s");
  });
}

void NodeRunner::closed(const LinkPtr& link, const std::string& why) {
  Neighbour* neighbour = neighbour_at(link);
  if (neighbour == nullptr) {
    if (link != nullptr && link->site().empty()) tell_of_stranger(link->remote(), why);
    return;
  }
  waiting_links_.erase(link.get());
  if (neighbour->link != link) {
    if (neighbour->link == nullptr) not_connected(*neighbour, why);
    return;
  }
  const bool was_open = neighbour->is_open();
  neighbour->drop(was_open ? why : neighbour->remark);
  progress_.note_parting(neighbour->node);
  if (was_open && !stopping_ && !finished_at_)
    chronicle_.mention({NodeEvent::Level::warning, "disconnected", why, neighbour->name});
  observer_.changed(status());
}

void NodeRunner::tell_of_stranger(const std::string& remote, const std::string& why) {
  chronicle_.mention(
      {NodeEvent::Level::warning, "refused", "whoever came in from " + remote + " was turned away: " + why});
}

Neighbour* NodeRunner::neighbour_at(const LinkPtr& link) {
  if (link == nullptr) return nullptr;
  const auto waiting = waiting_links_.find(link.get());
  if (waiting != waiting_links_.end()) return &neighbours_.at(waiting->second.node);
  for (auto& [node, neighbour] : neighbours_)
    if (neighbour.link == link) return &neighbour;
  return nullptr;
}

/// A hello is accepted only with its signature, so a link that is not waiting any more had one.
Acquaintance NodeRunner::acquaintance_with(const Neighbour& neighbour, const LinkPtr& link) const {
  if (neighbour.link == link) return Acquaintance::accepted;
  const auto waiting = waiting_links_.find(link.get());
  const bool is_signed = waiting == waiting_links_.end() || waiting->second.is_signed;
  return is_signed ? Acquaintance::signed_hello : Acquaintance::none;
}

void NodeRunner::refuse(const LinkPtr& link, const Refusal& refusal) {
  link->send(refusal);
  link->close_when_idle("refused: " + refusal.reason);
}

}  // namespace sotto
