// SPDX-License-Identifier: MIT
// Whether a site can be reached.
#include "sotto/federation/peer/probe.hpp"

#include "sotto/federation/peer/doors.hpp"

namespace sotto {

std::string probe(const Party& party, TlsContexts& contexts) {
  EventLoop loop;
  std::string why;
  bool greeted = false;
  LinkSettings settings{
      .contexts = contexts,
      .longest_frame = 1 << 16,
      .events = {.opened = [](const LinkPtr&) {},
                 .heard =
                     [&](const LinkPtr& link, const Frame& frame) {  // its hello: it took our certificate
                       greeted = std::holds_alternative<Hello>(frame);
                       link->close("");
                     },
                 .closed =
                     [&](const LinkPtr&, const std::string& reason) {
                       if (!greeted) why = reason;
                       loop.stop();
                     }}};
  dial(loop, party, settings);
  loop.after(std::chrono::seconds(6), [&] {
    if (!greeted) why = "no answer within 6 s";
    loop.stop();
  });
  loop.run();
  return why;
}

}  // namespace sotto
