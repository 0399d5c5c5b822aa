// SPDX-License-Identifier: MIT
#include "sotto/federation/peer/health_door.hpp"

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "sotto/federation/peer/asio_parts.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = asio::ip::tcp;

constexpr std::size_t most_readers = 8;
constexpr std::chrono::seconds reader_limit{5};

}  // namespace

/// One question, one answer, the end.
struct HealthReader : std::enable_shared_from_this<HealthReader> {
  HealthReader(Tcp::socket socket, HealthDoor::Answers given) : stream(std::move(socket)), answers(std::move(given)) {}

  bool is_silent() {
    beast::error_code ignored;
    return buffer.size() == 0 && stream.socket().available(ignored) == 0;
  }
  void leave() { stream.close(); }

  void read() {
    stream.expires_after(reader_limit);
    parser.header_limit(8192);
    parser.body_limit(0);
    http::async_read(stream, buffer, parser, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (!error) self->reply();
    });
  }

  void reply() {
    const bool get = parser.get().method() == http::verb::get;
    HttpAnswer answer = get ? answers(std::string(parser.get().target())) : HttpAnswer{.status = 405};
    response.result(answer.status);
    response.set(http::field::content_type, answer.type);
    response.body() = std::move(answer.body);
    response.keep_alive(false);
    response.prepare_payload();
    http::async_write(stream, response, [self = shared_from_this()](beast::error_code, std::size_t) {
      beast::error_code ignored;
      self->stream.socket().shutdown(Tcp::socket::shutdown_both, ignored);
    });
  }

  beast::tcp_stream stream;
  HealthDoor::Answers answers;
  beast::flat_buffer buffer{16384};
  http::request_parser<http::string_body> parser;
  http::response<http::string_body> response;
};

struct HealthDoor::Inner : std::enable_shared_from_this<HealthDoor::Inner> {
  Inner(asio::io_context& context, Answers given) : answers(std::move(given)), acceptor(context), pause(context) {}

  void listen(std::uint16_t port) {
    boost::system::error_code error;
    const Tcp::endpoint place(asio::ip::address_v4::loopback(), port);
    acceptor.open(place.protocol(), error);
    if (!error) acceptor.set_option(Tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(place, error);
    if (!error) acceptor.listen(16, error);
    if (error)
      throw InvalidInput({"--health", std::to_string(port), "cannot be listened on: " + error.message()},
                         FaultKind::network);
  }

  void accept() {
    acceptor.async_accept([self = shared_from_this()](const boost::system::error_code& error, Tcp::socket socket) {
      if (!self->acceptor.is_open()) return;
      if (error) return self->accept_later();  // no descriptor left, or gone again: never the end of listening
      self->make_room();
      const auto reader = std::make_shared<HealthReader>(std::move(socket), self->answers);
      self->readers.push_back(reader);
      reader->read();
      self->accept();
    });
  }

  /// A reader that says nothing cannot keep others from asking.
  void make_room() {
    std::erase_if(readers, [](const std::weak_ptr<HealthReader>& one) { return one.expired(); });
    if (readers.size() < most_readers) return;
    const auto silent = std::find_if(readers.begin(), readers.end(),
                                     [](const std::weak_ptr<HealthReader>& one) { return one.lock()->is_silent(); });
    const auto evicted = silent == readers.end() ? readers.begin() : silent;
    evicted->lock()->leave();
    readers.erase(evicted);
  }

  void accept_later() {
    pause.expires_after(std::chrono::milliseconds(100));
    pause.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
      if (!error && self->acceptor.is_open()) self->accept();
    });
  }

  Answers answers;
  Tcp::acceptor acceptor;
  asio::steady_timer pause;
  std::vector<std::weak_ptr<HealthReader>> readers;  // the oldest first
};

HealthDoor::HealthDoor(EventLoop& loop, std::uint16_t port, Answers answers)
    : inner_(std::make_shared<Inner>(loop.inner().context, std::move(answers))) {
  inner_->listen(port);
  inner_->accept();
}

HealthDoor::~HealthDoor() {
  boost::system::error_code ignored;
  inner_->acceptor.close(ignored);
  inner_->pause.cancel();
}

}  // namespace sotto
