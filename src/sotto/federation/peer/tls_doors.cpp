// SPDX-License-Identifier: MIT
#include "sotto/federation/peer/tls_doors.hpp"

#include "sotto/federation/wire/standing.hpp"

namespace sotto {

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
