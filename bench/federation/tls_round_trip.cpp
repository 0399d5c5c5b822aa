// SPDX-License-Identifier: MIT
// A message and its answer over TLS. The echo and the caller are processes of their own: each has its thread, as nodes
// do.
#include "tls_round_trip.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/peer/tls_doors.hpp"

namespace sotto::bench {
namespace {

[[noreturn]] void echo(const Rehearsal& rehearsal, const Manifest& manifest, const Address& place) {
  EventLoop loop;
  TlsContexts contexts(SiteIdentity::open(rehearsal.parties[1].state).certificate_path(), rules_of(manifest.parties()));
  const FrontDoor door(loop, {place},
                       {.contexts = contexts,
                        .longest_frame = 1 << 20,
                        .events = {.opened = [](const LinkPtr& link) { link->send(Welcome{}); },
                                   .heard = [](const LinkPtr& link, const Frame& frame) { link->send(frame); },
                                   .closed = [&](const LinkPtr&, const std::string&) { loop.stop(); }}});
  loop.run();
  ::_exit(0);
}

[[noreturn]] void call(const Rehearsal& rehearsal, const Manifest& manifest, const Address& place, std::size_t bytes,
                       int go, int done) {
  EventLoop loop;
  TlsContexts contexts(SiteIdentity::open(rehearsal.parties[0].state).certificate_path(), rules_of(manifest.parties()));
  const RoundFrame message{std::string(bytes, 'm')};
  char byte = 1;
  const auto next = [&](const LinkPtr& link, const Frame& frame) {
    if (std::holds_alternative<RoundFrame>(frame) && ::write(done, &byte, 1) != 1) ::_exit(0);
    if (::read(go, &byte, 1) != 1) ::_exit(0);
    link->send(message);
  };
  Party to = manifest.parties()[1];
  to.address = place;
  dial(loop, to,
       {.contexts = contexts,
        .longest_frame = 1 << 20,
        .events = {.opened = [](const LinkPtr&) {},
                   .heard = next,
                   .closed = [](const LinkPtr&, const std::string&) { ::_exit(1); }}});
  loop.run();
  ::_exit(0);
}

}  // namespace

TlsRoundTrip::TlsRoundTrip(const Rehearsal& rehearsal, std::size_t message_bytes) {
  const Manifest manifest = Manifest::read(rehearsal.manifest.string());
  const Address place = free_loopback_addresses(1)[0];
  echo_ = ::fork();
  if (echo_ == 0) echo(rehearsal, manifest, place);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  int go[2], done[2];
  if (::pipe(go) != 0 || ::pipe(done) != 0) throw std::runtime_error("no pipes");
  pid_ = ::fork();
  if (pid_ == 0) {
    ::close(go[1]);
    ::close(done[0]);
    call(rehearsal, manifest, place, message_bytes, go[0], done[1]);
  }
  ::close(go[0]);
  ::close(done[1]);
  go_ = go[1];
  done_ = done[0];
}

TlsRoundTrip::~TlsRoundTrip() {
  ::close(go_);
  for (const pid_t pid : {pid_, echo_}) {
    ::kill(pid, SIGTERM);
    ::waitpid(pid, nullptr, 0);
  }
}

double TlsRoundTrip::once() {
  const auto begin = std::chrono::steady_clock::now();
  char byte = 1;
  if (::write(go_, &byte, 1) != 1 || ::read(done_, &byte, 1) != 1) throw std::runtime_error("the caller is gone");
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace sotto::bench
