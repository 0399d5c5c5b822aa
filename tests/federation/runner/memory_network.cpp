// SPDX-License-Identifier: MIT
#include "federation/runner/memory_network.hpp"

#include <algorithm>

#include "sotto/digest/digest.hpp"
#include "sotto/federation/wire/frame.hpp"

namespace sotto::test {
namespace {

constexpr std::chrono::milliseconds latency{1};

/// As it comes out of its bytes.
Frame over_the_wire(const Frame& frame) {
  FrameDecoder decoder(std::size_t{1} << 24);
  decoder.add(encode(frame));
  return std::get<Frame>(decoder.next());
}

}  // namespace

/// One end of a connection.
class MemoryLink final : public Link, public std::enable_shared_from_this<MemoryLink> {
 public:
  struct Setup {
    std::string here, there;  ///< sites
    std::string binding;
    LinkEvents events;
  };
  MemoryLink(MemoryNetwork& network, Timeline& timeline, Setup setup)
      : network_(network), timeline_(timeline), setup_(std::move(setup)), alive_at_(timeline.now()) {}

  const std::string& site() const override { return setup_.there; }
  std::string remote() const override { return "memory"; }
  std::string binding() const override { return setup_.binding; }
  bool is_idle() const override { return true; }
  std::chrono::steady_clock::time_point last_sign_of_life() const override { return alive_at_; }

  void open(const std::shared_ptr<MemoryLink>& other) {
    other_ = other;
    timeline_.soon([self = shared_from_this()] { self->setup_.events.opened(self); });
  }

  void send(const Frame& frame) override {
    if (closed_) return;
    const MemoryNetwork::Passing passing{setup_.here, setup_.there, over_the_wire(frame)};
    network_.tape_.push_back(passing);
    const MemoryNetwork::Rule& rule = network_.rule_;
    for (const auto& [arriving, after] : rule ? rule(passing) : std::vector<MemoryNetwork::Arrival>{{passing.frame}})
      to_other(after, [arriving = arriving](MemoryLink& other) { other.hear(arriving); });
  }

  void close(const std::string& why) override {
    if (closed_) return;
    to_other(latency, [](MemoryLink& other) { other.end("the connection was closed"); });
    end(why);
  }
  void close_when_idle(const std::string& why) override { close(why); }

  /// This end alone: nothing more arrives here.
  void end(const std::string& why) {
    if (std::exchange(closed_, true)) return;
    timeline_.soon([self = shared_from_this(), why] { self->setup_.events.closed(self, why); });
  }

  bool is_between(const std::string& one, const std::string& other) const {
    return (setup_.here == one && setup_.there == other) || (setup_.here == other && setup_.there == one);
  }

 private:
  void hear(const Frame& frame) {
    alive_at_ = timeline_.now();
    setup_.events.heard(shared_from_this(), frame);
  }

  /// After what was sent before. The other end may have gone by then, with its process.
  void to_other(std::chrono::milliseconds after, const std::function<void(MemoryLink&)>& act) {
    const std::shared_ptr<MemoryLink> other = other_.lock();
    if (other == nullptr || other->closed_) return;
    arrives_ = std::max(arrives_, network_.time_.now() + after);
    other->timeline_.at(arrives_, [weak = other_, act] {
      const std::shared_ptr<MemoryLink> then = weak.lock();
      if (then != nullptr && !then->closed_) act(*then);
    });
  }

  MemoryNetwork& network_;
  Timeline& timeline_;  // of this end; not looked at when the end is closed
  Setup setup_;
  std::weak_ptr<MemoryLink> other_;
  Timeline::Time alive_at_, arrives_{};
  bool closed_ = false;
};

class MemoryDoors final : public Doors {
 public:
  MemoryDoors(MemoryNetwork& network, std::string site, Timeline& timeline)
      : network_(network), site_(std::move(site)), timeline_(timeline) {}
  ~MemoryDoors() override {
    close();
    for (const auto& link : links_) link->close("ended");
  }

  void listen(const Place&, const LinkEvents& events) override {
    events_ = events;
    network_.listening_.try_emplace(site_, this);
  }
  void close() override {
    const auto found = network_.listening_.find(site_);
    if (found != network_.listening_.end() && found->second == this) network_.listening_.erase(found);
  }

  void dial(const Party& party, const LinkEvents& events) override {
    timeline_.after(latency, [this, name = party.name, events] {
      const auto found = network_.listening_.find(name);
      if (found == network_.listening_.end()) return events.closed(nullptr, "cannot be reached: nobody listens");
      const std::string binding(digest_of("connection " + std::to_string(++network_.connections_)).view());
      const auto here = make_link({site_, name, binding, events});
      const auto there = found->second->make_link({name, site_, binding, found->second->events_});
      here->open(there);
      there->open(here);
    });
  }

 private:
  std::shared_ptr<MemoryLink> make_link(MemoryLink::Setup setup) {
    links_.push_back(std::make_shared<MemoryLink>(network_, timeline_, std::move(setup)));
    network_.links_.push_back(links_.back());
    return links_.back();
  }

  MemoryNetwork& network_;
  std::string site_;
  Timeline& timeline_;
  LinkEvents events_;
  std::vector<std::shared_ptr<MemoryLink>> links_;  // they end with the process
};

std::unique_ptr<Doors> MemoryNetwork::doors_of(const std::string& site, Timeline& timeline) {
  return std::make_unique<MemoryDoors>(*this, site, timeline);
}

void MemoryNetwork::cut(const std::string& one, const std::string& other) {
  for (const std::weak_ptr<MemoryLink>& weak : links_)
    if (const auto link = weak.lock(); link != nullptr && link->is_between(one, other)) link->end("cut");
}

}  // namespace sotto::test
