// SPDX-License-Identifier: MIT
#include "sotto/federation/peer/tls_doors.hpp"

#include <boost/asio/connect.hpp>

#include "sotto/federation/peer/tls_link.hpp"
#include "sotto/federation/wire/standing.hpp"

namespace sotto {
namespace {

using Tcp = asio::ip::tcp;

/// Keeps resolver, socket and deadline together until one of them has decided.
struct Attempt : std::enable_shared_from_this<Attempt> {
  Attempt(asio::io_context& context, LinkSettings given, std::string name)
      : settings(std::move(given)), site(std::move(name)), resolver(context), socket(context), deadline(context) {}

  void begin(const Address& address) {
    deadline.expires_after(std::chrono::seconds(5));
    deadline.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
      if (!error) self->give_up("cannot be reached: no answer within 5 s");
    });
    resolver.async_resolve(address.host, std::to_string(address.port),
                           [self = shared_from_this()](const auto& error, const auto& places) {
                             error ? self->give_up("cannot be found: " + error.message()) : self->connect(places);
                           });
  }

  void connect(const Tcp::resolver::results_type& places) {
    if (decided) return;
    asio::async_connect(socket, places, [self = shared_from_this()](const auto& error, const Tcp::endpoint&) {
      error ? self->give_up("cannot be reached: " + error.message()) : self->reached();
    });
  }

  void reached() {
    if (std::exchange(decided, true)) return;
    deadline.cancel();
    std::make_shared<TlsLink>(std::move(socket), TlsLink::Setup{.context = settings.contexts.current(),
                                                                .expected = site,
                                                                .longest_frame = settings.longest_frame,
                                                                .events = settings.events})
        ->start();
  }

  void give_up(const std::string& why) {
    if (std::exchange(decided, true)) return;
    deadline.cancel();
    resolver.cancel();
    boost::system::error_code ignored;
    socket.close(ignored);
    settings.events.closed(nullptr, why);
  }

  LinkSettings settings;
  std::string site;
  Tcp::resolver resolver;
  Socket socket;
  asio::steady_timer deadline;
  bool decided = false;
};

}  // namespace

void dial(EventLoop& loop, const Party& party, const LinkSettings& settings) {
  std::make_shared<Attempt>(loop.inner().context, settings, party.name)->begin(party.address);
}

PeerRules rules_of(const std::vector<Party>& parties) {
  PeerRules rules;
  for (const Party& party : parties) rules.pinned.push_back({party.name, party.key});
  return rules;
}

TlsDoors::TlsDoors(EventLoop& loop, const Setup& setup)
    : loop_(loop),
      longest_frame_(setup.longest_frame),
      contexts_(setup.certificate, setup.rules, [this](const std::string& why) {
        if (events_.certificate_is_old) events_.certificate_is_old(why);
      }) {}

void TlsDoors::listen(const Place& place, const LinkEvents& events) {
  events_ = events;
  front_.emplace(loop_, place, LinkSettings{.contexts = contexts_, .longest_frame = longest_frame_, .events = events});
}

void TlsDoors::close() {
  if (front_) front_->close();
}

void TlsDoors::dial(const Party& party, const LinkEvents& events) {
  sotto::dial(loop_, party, {.contexts = contexts_, .longest_frame = longest_frame_, .events = events});
}

Probed probe(const Party& party, TlsContexts& contexts) {
  EventLoop loop;
  Probed probed;
  LinkSettings settings{.contexts = contexts,
                        .longest_frame = 1 << 16,
                        .events = {.opened = [](const LinkPtr&) {},
                                   .heard =
                                       [&](const LinkPtr& link, const Frame& frame) {
                                         if (const auto* hello = std::get_if<HelloFrame>(&frame))
                                           if (const auto said = SignedStanding::read(hello->standing, party.key))
                                             probed.run = said->standing().run;  // it took our certificate
                                         if (std::holds_alternative<Refusal>(frame))
                                           probed.why_not = "refuses this site";
                                         link->close("");
                                       },
                                   .closed =
                                       [&](const LinkPtr&, const std::string& reason) {
                                         if (!probed.run && probed.why_not.empty()) probed.why_not = reason;
                                         loop.stop();
                                       }}};
  dial(loop, party, settings);
  loop.after(std::chrono::seconds(6), [&] {
    if (!probed.run) probed.why_not = "no answer within 6 s";
    loop.stop();
  });
  loop.run();
  return probed;
}

void try_to_listen(const Address& address, TlsContexts& contexts) {
  EventLoop loop;
  const FrontDoor door(loop, {.address = address}, {.contexts = contexts, .longest_frame = 1 << 16, .events = {}});
}

}  // namespace sotto
