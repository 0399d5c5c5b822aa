// SPDX-License-Identifier: MIT
// How links come to be.
#include "sotto/federation/peer/doors.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/post.hpp>

#include "sotto/federation/peer/tls_link.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {

using Tcp = asio::ip::tcp;

struct FrontDoor::Inner : std::enable_shared_from_this<FrontDoor::Inner> {
  Inner(asio::io_context& context, LinkSettings given, std::size_t most)
      : settings(std::move(given)), most_links(most), acceptor(context), pause(context) {}

  void listen(const Address& address) {
    boost::system::error_code error;
    const Tcp::endpoint place(asio::ip::make_address(address.host, error), address.port);
    if (error)
      throw InvalidInput({"--listen", address.text(), "must be an IP address and a port: 0.0.0.0:7700, [::]:7700"});
    if (!error) acceptor.open(place.protocol(), error);
    if (!error) acceptor.set_option(Tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(place, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error)
      throw InvalidInput({"--listen", address.text(), "cannot be listened on: " + error.message()}, FaultKind::network);
  }

  void accept() {
    acceptor.async_accept([self = shared_from_this()](const boost::system::error_code& error, Socket socket) {
      if (!self->acceptor.is_open()) return;
      if (error) return self->accept_later();  // no descriptor left, or gone again: never the end of listening
      if (self->links < self->most_links) self->let_in(std::move(socket));
      self->accept();
    });
  }

  void accept_later() {
    pause.expires_after(std::chrono::milliseconds(100));
    pause.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
      if (!error && self->acceptor.is_open()) self->accept();
    });
  }

  void let_in(Socket socket) {
    ++links;
    LinkEvents events = settings.events;
    events.closed = [self = shared_from_this(), closed = settings.events.closed](const LinkPtr& link,
                                                                                 const std::string& why) {
      --self->links;
      closed(link, why);
    };
    std::make_shared<TlsLink>(std::move(socket), TlsLink::Setup{.context = settings.contexts.current(),
                                                                .expected = "",
                                                                .longest_frame = settings.longest_frame,
                                                                .events = std::move(events)})
        ->start();
  }

  LinkSettings settings;
  std::size_t most_links;
  std::size_t links = 0;
  Tcp::acceptor acceptor;
  asio::steady_timer pause;
};

FrontDoor::FrontDoor(EventLoop& loop, const Place& place, LinkSettings settings)
    : inner_(std::make_shared<Inner>(loop.inner().context, std::move(settings), place.most_links)) {
  inner_->listen(place.address);
  inner_->accept();
}

FrontDoor::~FrontDoor() {
  close();
}

void FrontDoor::close() {
  boost::system::error_code ignored;
  inner_->acceptor.close(ignored);
  inner_->pause.cancel();
}

namespace {

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
