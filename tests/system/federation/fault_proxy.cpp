// SPDX-License-Identifier: MIT
// Stands between all nodes of a rehearsal.
#include "system/federation/fault_proxy.hpp"

#include <deque>
#include <future>

#include "sotto/federation/wire/standing.hpp"

namespace sotto::test {

/// One connection from a node to another, in two halves.
struct FaultProxy::Bridge {
  NodeId from;
  NodeId to;
  LinkPtr source;
  LinkPtr target = nullptr;       ///< when the second half is open
  std::vector<Frame> early = {};  ///< what came before that
  struct Way {
    std::deque<Frame> frames = {};  ///< on a slow line, in their order
    std::chrono::steady_clock::time_point free_at = {};
  };
  Way there = {}, back = {};
};

FaultProxy::FaultProxy(const Rehearsal& rehearsal, const Manifest& manifest)
    : rehearsal_(rehearsal), manifest_(manifest) {
  for (NodeId i = 0; i < rehearsal.parties.size(); ++i) {
    sites_.push_back(SiteIdentity::open(rehearsal.parties[i].state));
    contexts_[i] = std::make_unique<TlsContexts>(sites_[i].certificate_path(), rules_of(manifest_.parties()));
  }
  for (NodeId to = 0; to < rehearsal.parties.size(); ++to) {
    const auto end = [this](const LinkPtr& link, const std::string& why) {
      const auto found = link == nullptr ? bridges_.end() : bridges_.find(link.get());
      if (found == bridges_.end()) return;
      const std::shared_ptr<Bridge> bridge = found->second;
      bridges_.erase(found);
      if (bridge->target != nullptr) bridge->target->close(why);
    };
    LinkEvents events{.opened = [this, to](const LinkPtr& link) { came_in(to, link); },
                      .heard =
                          [this](const LinkPtr& link, const Frame& frame) {
                            if (bridges_.contains(link.get())) pass(bridges_.at(link.get()), true, frame);
                          },
                      .closed = end};
    doors_.push_back(std::make_unique<FrontDoor>(loop_, FrontDoor::Place{rehearsal.parties[to].address},
                                                 settings(to, std::move(events))));
  }
  thread_ = std::thread([this] { loop_.run(); });
}

FaultProxy::~FaultProxy() {
  loop_.stop();
  thread_.join();
  for (const std::weak_ptr<Bridge>& one : all_bridges_)  // links hold their bridge, and it holds them
    if (const std::shared_ptr<Bridge> bridge = one.lock()) bridge->source = bridge->target = nullptr;
}

LinkSettings FaultProxy::settings(NodeId as, LinkEvents events) {
  return {.contexts = *contexts_.at(as), .longest_frame = 1 << 24, .events = std::move(events)};
}

void FaultProxy::came_in(NodeId to, const LinkPtr& link) {
  NodeId from = 0;
  while (manifest_.parties()[from].name != link->site()) ++from;
  const auto bridge = std::make_shared<Bridge>(Bridge{.from = from, .to = to, .source = link});
  bridges_[link.get()] = bridge;
  all_bridges_.push_back(bridge);
  Party target = manifest_.parties()[to];
  target.address = rehearsal_.parties[to].listen;
  LinkEvents events{
      .opened =
          [this, bridge](const LinkPtr& open) {
            bridge->target = open;
            for (const Frame& frame : std::exchange(bridge->early, {})) pass(bridge, true, frame);
          },
      .heard = [this, bridge](const LinkPtr&, const Frame& frame) { pass(bridge, false, frame); },
      .closed = [bridge](const LinkPtr&, const std::string& why) { bridge->source->close_when_idle(why); }};
  dial(loop_, target, settings(from, std::move(events)));
}

void FaultProxy::pass(const std::shared_ptr<Bridge>& bridge, bool towards_target, const Frame& frame) {
  if (towards_target && bridge->target == nullptr) return bridge->early.push_back(frame);
  const NodeId from = towards_target ? bridge->from : bridge->to, to = towards_target ? bridge->to : bridge->from;
  const Passing passing{from, to, frame};
  tape_.add(TapeEntry::Kind::said, passing);
  for (const Frame& out : rule_ ? rule_(passing) : std::vector<Frame>{frame})
    line_ ? carry(bridge, towards_target, out) : deliver(bridge, towards_target, out);
}

/// Frames follow each other at the rate of the line, and each arrives after its delay.
void FaultProxy::carry(const std::shared_ptr<Bridge>& bridge, bool towards_target, const Frame& frame) {
  Bridge::Way& way = towards_target ? bridge->there : bridge->back;
  const auto now = std::chrono::steady_clock::now();
  const std::chrono::duration<double> needed(static_cast<double>(encode(frame).size()) /
                                             static_cast<double>(line_->bytes_a_second));
  way.free_at = std::max(way.free_at, now) + std::chrono::duration_cast<std::chrono::nanoseconds>(needed);
  way.frames.push_back(frame);
  const auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(way.free_at - now) + line_->delay;
  loop_.after(wait, [this, bridge, towards_target] {
    Bridge::Way& waiting = towards_target ? bridge->there : bridge->back;
    const Frame first = std::move(waiting.frames.front());
    waiting.frames.pop_front();
    deliver(bridge, towards_target, first);
  });
}

void FaultProxy::deliver(const std::shared_ptr<Bridge>& bridge, bool towards_target, const Frame& frame) {
  const NodeId from = towards_target ? bridge->from : bridge->to, to = towards_target ? bridge->to : bridge->from;
  tape_.add(TapeEntry::Kind::delivered, {from, to, frame});
  const LinkPtr& link = towards_target ? bridge->target : bridge->source;
  link->send(bound_to(link, from, frame));
}

Frame FaultProxy::bound_to(const LinkPtr& link, NodeId from, const Frame& frame) const {
  const SiteKey& key = sites_[from].key();
  const auto said_again = [&](const std::string& standing, const std::string& claims) {
    const auto said = SignedStanding::read(standing, key.public_key());
    return said ? SignedStanding::say(said->standing(), {link->binding(), claims}, key).bytes() : standing;
  };
  if (const auto* hello = std::get_if<HelloFrame>(&frame))
    return HelloFrame{said_again(hello->standing, hello->claims), hello->claims};
  if (const auto* ledger = std::get_if<LedgerFrame>(&frame)) return LedgerFrame{said_again(ledger->standing, "")};
  return frame;
}

void FaultProxy::on_loop(const std::function<void()>& change) {
  std::promise<void> done;
  loop_.soon([&] {
    change();
    done.set_value();
  });
  done.get_future().wait();
}

void FaultProxy::set_rule(Rule rule) {
  on_loop([&] { rule_ = std::move(rule); });
}

void FaultProxy::set_line(Line line) {
  on_loop([&] { line_ = line; });
}

void FaultProxy::cut_all() {
  loop_.soon([this] {
    for (const auto& [link, bridge] : bridges_) bridge->source->close("cut");
  });
}

}  // namespace sotto::test
