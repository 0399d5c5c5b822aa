// SPDX-License-Identifier: MIT
// A link over a socket, for sources of this folder alone.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>

#include "sotto/federation/peer/asio_parts.hpp"
#include "sotto/federation/peer/link.hpp"
#include "sotto/federation/wire/frame.hpp"

namespace sotto {

using Socket = asio::ip::tcp::socket;

class TlsLink final : public Link, public std::enable_shared_from_this<TlsLink> {
 public:
  struct Setup {
    SSL_CTX* context;
    std::string expected;  ///< the site that was dialled; empty for one that came by itself
    std::size_t longest_frame;
    LinkEvents events;
  };
  TlsLink(Socket socket, Setup setup);

  void start();
  const std::string& site() const override { return site_; }
  std::string remote() const override { return remote_; }
  std::string binding() const override { return binding_; }
  void send(const Frame& frame) override;
  bool is_idle() const override { return outgoing_.empty(); }
  std::chrono::steady_clock::time_point last_sign_of_life() const override { return alive_at_; }
  void close(const std::string& why) override;
  void close_when_idle(const std::string& why) override;
  void vouch() override {
    if (setup_.events.vouched) setup_.events.vouched();
  }

 private:
  void shaken(const boost::system::error_code& error);
  void read();
  void hear(std::size_t bytes);
  void write();
  void written(std::size_t bytes);
  void fail(const boost::system::error_code& error);

  asio::ssl::context context_;
  asio::ssl::stream<Socket> stream_;
  asio::steady_timer deadline_;
  Setup setup_;
  std::string site_;
  std::string binding_;
  std::string remote_ = "an address that was gone at once";
  FrameDecoder decoder_;
  std::string incoming_ = std::string(16384, '\0');
  std::deque<std::string> outgoing_;
  std::size_t written_ = 0;  // of the first of them
  std::size_t waiting_ = 0;  // bytes of all of them
  std::chrono::steady_clock::time_point alive_at_ = std::chrono::steady_clock::now();
  std::string closing_because_;  // when all has left
  bool closed_ = false;
};

}  // namespace sotto
