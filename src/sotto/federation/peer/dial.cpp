// SPDX-License-Identifier: MIT
// One attempt to reach a site.
#include <boost/asio/connect.hpp>

#include "sotto/federation/peer/tls_doors.hpp"
#include "sotto/federation/peer/tls_link.hpp"

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

}  // namespace sotto
