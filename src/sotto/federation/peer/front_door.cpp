// SPDX-License-Identifier: MIT
// Listens, and lets in connections that show a pinned certificate in time.
#include <map>

#include "sotto/federation/peer/tls_doors.hpp"
#include "sotto/federation/peer/tls_link.hpp"
#include "sotto/federation/peer/waiting_room.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

using Tcp = asio::ip::tcp;

constexpr std::chrono::seconds silence_limit{5}, look_up_again{60};

/// A site with one IPv6 address has the 2^64 of its network.
std::string key_of(const asio::ip::address& address) {
  if (address.is_v4()) return address.to_string();
  const asio::ip::address_v6 six = address.to_v6();
  if (six.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, six).to_string();
  const auto bytes = six.to_bytes();
  return std::string(bytes.begin(), bytes.begin() + 8);
}

}  // namespace

struct FrontDoor::Inner : std::enable_shared_from_this<FrontDoor::Inner> {
  Inner(asio::io_context& context, const Place& place, LinkSettings given)
      : settings(std::move(given)),
        expected(place.expected),
        room(WaitingRoom::limits_for(place.expected.size())),
        acceptor(context),
        resolver(context),
        pause(context),
        next_look(context) {}

  /// A connection that has not shown a certificate.
  struct Guest {
    explicit Guest(Socket given) : socket(std::move(given)), deadline(socket.get_executor()) {}
    Socket socket;
    asio::steady_timer deadline;
    std::string remote = {};
    std::weak_ptr<TlsLink> link = {};  ///< when it has begun to speak
  };

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
      self->seat(std::move(socket));
      self->accept();
    });
  }

  void accept_later() {
    pause.expires_after(std::chrono::milliseconds(100));
    pause.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
      if (!error && self->acceptor.is_open()) self->accept();
    });
  }

  /// Waits for the first byte: no handshake is begun for a silent connection.
  void seat(Socket socket) {
    boost::system::error_code error;
    const Tcp::endpoint other_end = socket.remote_endpoint(error);
    if (error) return;  // gone again
    const WaitingRoom::Entry entry = room.enter(key_of(other_end.address()));
    if (entry.evicted) dismiss(*entry.evicted, "made room for others that came");
    const auto guest = std::make_shared<Guest>(std::move(socket));
    guest->remote = other_end.address().to_string();
    guests[entry.guest] = guest;
    guest->deadline.expires_after(silence_limit);
    guest->deadline.async_wait([self = shared_from_this(), number = entry.guest](const auto& stopped) {
      if (!stopped) self->dismiss(number, "said nothing for 5 s");
    });
    guest->socket.async_wait(Socket::wait_read, [self = shared_from_this(), number = entry.guest](const auto& stopped) {
      if (!stopped) self->shake_hands(number);
    });
  }

  void shake_hands(WaitingRoom::Guest number) {
    const auto found = guests.find(number);
    if (found == guests.end()) return;
    boost::system::error_code ignored;
    if (found->second->socket.available(ignored) == 0) return dismiss(number, "the connection was closed");
    room.spoke(number);
    found->second->deadline.cancel();
    const Tcp::endpoint other_end = found->second->socket.remote_endpoint(ignored);
    const auto link = std::make_shared<TlsLink>(
        std::move(found->second->socket), TlsLink::Setup{.context = settings.contexts.current(),
                                                         .expected = "",
                                                         .longest_frame = settings.longest_frame,
                                                         .events = events_of(number, key_of(other_end.address()))});
    found->second->link = link;
    link->start();
  }

  /// With a pinned certificate it is a guest no more. A site has some links, and no more than that.
  LinkEvents events_of(WaitingRoom::Guest number, const std::string& address) {
    LinkEvents events = settings.events;
    events.opened = [self = shared_from_this(), number, address](const LinkPtr& link) {
      self->forget(number);
      self->links[number] = link;
      if (const auto out = self->room.admit(number, link->site(), address)) self->crowd_out(*out);
      if (self->links.contains(number)) self->settings.events.opened(link);
    };
    events.vouched = [self = shared_from_this(), number] { self->room.vouch(number); };
    events.closed = [self = shared_from_this(), number](const LinkPtr& link, const std::string& why) {
      self->forget(number);
      self->room.part(number);
      self->links.erase(number);
      self->settings.events.closed(link, why);
    };
    return events;
  }

  void crowd_out(WaitingRoom::Guest number) {
    const LinkPtr link = links.at(number).lock();
    links.erase(number);
    if (link != nullptr) link->close("its site has too many connections whose hello is not signed");
  }

  void forget(WaitingRoom::Guest number) {
    room.leave(number);
    guests.erase(number);
  }

  void dismiss(WaitingRoom::Guest number, const std::string& why) {
    const auto found = guests.find(number);
    if (found == guests.end()) return;
    const std::shared_ptr<Guest> guest = found->second;
    forget(number);
    if (const auto link = guest->link.lock()) return link->close(why);  // and `closed` comes
    guest->deadline.cancel();
    boost::system::error_code ignored;
    guest->socket.close(ignored);
    if (settings.events.turned_away) settings.events.turned_away(guest->remote, why);
  }

  /// Looks up the addresses behind the manifest's names now and then: guests from there have a place.
  void look_up(std::size_t next, std::set<std::string> known) {
    if (next == expected.size()) {
      room.expect(std::move(known));
      next_look.expires_after(look_up_again);
      next_look.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
        if (!error && self->acceptor.is_open()) self->look_up(0, {});
      });
      return;
    }
    resolver.async_resolve(
        expected[next].host, "",
        [self = shared_from_this(), next, known = std::move(known)](const auto& error, const auto& places) mutable {
          if (!self->acceptor.is_open()) return;
          if (!error)
            for (const auto& place : places) known.insert(key_of(place.endpoint().address()));
          self->look_up(next + 1, std::move(known));
        });
  }

  LinkSettings settings;
  std::vector<Address> expected;
  WaitingRoom room;
  std::map<WaitingRoom::Guest, std::shared_ptr<Guest>> guests;
  std::map<WaitingRoom::Guest, std::weak_ptr<Link>> links;  // of sites
  Tcp::acceptor acceptor;
  Tcp::resolver resolver;
  asio::steady_timer pause, next_look;
};

FrontDoor::FrontDoor(EventLoop& loop, const Place& place, LinkSettings settings)
    : inner_(std::make_shared<Inner>(loop.inner().context, place, std::move(settings))) {
  inner_->listen(place.address);
  inner_->accept();
  if (!place.expected.empty()) inner_->look_up(0, {});
}

FrontDoor::~FrontDoor() {
  close();
}

void FrontDoor::close() {
  boost::system::error_code ignored;
  inner_->acceptor.close(ignored);
  inner_->resolver.cancel();
  inner_->pause.cancel();
  inner_->next_look.cancel();
}

std::size_t FrontDoor::most_open(std::size_t neighbours, std::size_t sites) {
  return 1 + WaitingRoom::most_open(neighbours, sites);  // and the one that listens
}

}  // namespace sotto
