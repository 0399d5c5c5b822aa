// SPDX-License-Identifier: MIT
// Doors over TCP and TLS.
#include "sotto/federation/peer/tls_doors.hpp"

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

}  // namespace sotto
