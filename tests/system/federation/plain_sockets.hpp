// SPDX-License-Identifier: MIT
// Connections that speak no TLS: to ask a node for its health, or to be in its way.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

#include "sotto/federation/manifest/party.hpp"

namespace sotto::test {

/// Connected or not; says nothing by itself.
class PlainSocket {
 public:
  explicit PlainSocket(const Address& to, const std::string& from = "127.0.0.1")
      : number_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const sockaddr_in own = place_of({from, 0}), place = place_of(to);
    const int no_port_yet = 1;
    ::setsockopt(number_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &no_port_yet, sizeof no_port_yet);
    ::bind(number_, reinterpret_cast<const sockaddr*>(&own), sizeof own);
    connected_ = ::connect(number_, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0;
  }
  ~PlainSocket() {
    if (number_ >= 0) ::close(number_);
  }
  PlainSocket(PlainSocket&& other) noexcept : number_(std::exchange(other.number_, -1)), connected_(other.connected_) {}
  PlainSocket& operator=(PlainSocket&&) = delete;

  bool is_connected() const { return connected_; }
  /// By the other side.
  bool was_ended() const {
    char one = 0;
    const ssize_t got = connected_ ? ::recv(number_, &one, 1, MSG_DONTWAIT | MSG_PEEK) : 0;
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
  }
  int number() const { return number_; }

 private:
  static sockaddr_in place_of(const Address& address) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(address.port);
    ::inet_pton(AF_INET, address.host.c_str(), &place.sin_addr);
    return place;
  }

  int number_;
  bool connected_;
};

/// What a plain HTTP client gets.
inline std::string asked(std::uint16_t port, const std::string& path) {
  const PlainSocket socket({"127.0.0.1", port});
  std::string answer;
  const std::string question = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  if (!socket.is_connected() || ::send(socket.number(), question.data(), question.size(), MSG_NOSIGNAL) <= 0) return "";
  char some[4096];
  for (ssize_t got = 0; (got = ::recv(socket.number(), some, sizeof some, 0)) > 0;)
    answer.append(some, static_cast<std::size_t>(got));
  return answer;
}

}  // namespace sotto::test
