// SPDX-License-Identifier: MIT
#include "sotto/federation/peer/tls_link.hpp"

#include <openssl/err.h>

#include <boost/asio/post.hpp>
#include <boost/asio/ssl/error.hpp>

#include "sotto/federation/identity/peer_note.hpp"

namespace sotto {
namespace {

constexpr std::chrono::seconds handshake_limit{5};
constexpr std::chrono::seconds farewell_limit{2};
constexpr std::size_t most_waiting = 1024;  // frames; answers to pings wait behind a message that takes an hour

/// Bytes: a hello, what is handed back after it and two rounds.
std::size_t most_bytes_waiting(std::size_t longest_frame) {
  return 8 * longest_frame + (std::size_t{1} << 20);
}

/// Asio's context frees what it is given; ours lives on.
SSL_CTX* shared(SSL_CTX* context) {
  SSL_CTX_up_ref(context);
  return context;
}

}  // namespace

TlsLink::TlsLink(Socket socket, Setup setup)
    : context_(shared(setup.context)),
      stream_(std::move(socket), context_),
      deadline_(stream_.get_executor()),
      setup_(std::move(setup)),
      decoder_(setup_.longest_frame) {}

void TlsLink::start() {
  boost::system::error_code ignored;
  const asio::ip::tcp::endpoint other_end = stream_.next_layer().remote_endpoint(ignored);
  if (!ignored) remote_ = other_end.address().to_string();
  stream_.next_layer().set_option(asio::ip::tcp::no_delay(true), ignored);
  stream_.next_layer().set_option(asio::socket_base::keep_alive(true), ignored);
  deadline_.expires_after(handshake_limit);
  deadline_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
    if (!error) self->close("no TLS handshake within 5 s");
  });
  if (!setup_.expected.empty()) expect_site(stream_.native_handle(), setup_.expected);
  const auto role = setup_.expected.empty() ? asio::ssl::stream_base::server : asio::ssl::stream_base::client;
  stream_.async_handshake(role, [self = shared_from_this()](const boost::system::error_code& error) {
    if (!self->closed_) self->shaken(error);
  });
}

void TlsLink::shaken(const boost::system::error_code& error) {
  deadline_.cancel();
  if (error) return fail(error);
  site_ = site_of(stream_.native_handle());
  binding_ = session_binding(stream_.native_handle());
  setup_.events.opened(shared_from_this());
  if (!closed_) read();
}

void TlsLink::read() {
  stream_.async_read_some(asio::buffer(incoming_),
                          [self = shared_from_this()](const boost::system::error_code& error, std::size_t bytes) {
                            if (self->closed_) return;
                            error ? self->fail(error) : self->hear(bytes);
                          });
}

void TlsLink::hear(std::size_t bytes) {
  alive_at_ = std::chrono::steady_clock::now();
  decoder_.add(std::string_view(incoming_).substr(0, bytes));
  while (!closed_) {
    FrameDecoder::Next next = decoder_.next();
    if (std::holds_alternative<FrameDecoder::NotYet>(next)) break;
    if (const auto* broken = std::get_if<FrameDecoder::Broken>(&next)) return close("sent " + broken->why);
    setup_.events.heard(shared_from_this(), std::get<Frame>(next));
  }
  if (!closed_) read();
}

void TlsLink::send(const Frame& frame) {
  if (closed_) return;
  if (outgoing_.size() >= most_waiting || waiting_ > most_bytes_waiting(setup_.longest_frame))
    return close("does not take what it is sent");
  outgoing_.push_back(encode(frame));
  waiting_ += outgoing_.back().size();
  if (outgoing_.size() == 1) write();
}

void TlsLink::write() {
  stream_.async_write_some(asio::buffer(outgoing_.front()) + written_,
                           [self = shared_from_this()](const boost::system::error_code& error, std::size_t bytes) {
                             if (self->closed_) return;
                             error ? self->fail(error) : self->written(bytes);
                           });
}

void TlsLink::written(std::size_t bytes) {  // into this machine's buffer: no sign that anybody is there
  written_ += bytes;
  if (written_ == outgoing_.front().size()) {
    waiting_ -= written_;
    outgoing_.pop_front();
    written_ = 0;
  }
  if (!outgoing_.empty()) return write();
  if (!closing_because_.empty()) close(closing_because_);
}

void TlsLink::fail(const boost::system::error_code& error) {
  const bool of_tls = error.category() == asio::error::get_ssl_category();
  const std::string refusal = refusal_of(stream_.native_handle());
  if (!refusal.empty()) return close(refusal);
  if (of_tls) return close(tls_reason(stream_.native_handle(), static_cast<unsigned long>(error.value())));
  const bool ended = error == asio::error::eof || error == asio::ssl::error::stream_truncated;
  close(ended ? "the connection was closed" : error.message());
}

void TlsLink::close_when_idle(const std::string& why) {
  if (outgoing_.empty()) return close(why);
  closing_because_ = why;
  deadline_.expires_after(farewell_limit);
  deadline_.async_wait([self = shared_from_this(), why](const boost::system::error_code& error) {
    if (!error) self->close(why);
  });
}

void TlsLink::close(const std::string& why) {
  if (closed_) return;
  closed_ = true;
  deadline_.cancel();
  boost::system::error_code ignored;
  stream_.next_layer().shutdown(Socket::shutdown_both, ignored);
  stream_.next_layer().close(ignored);
  asio::post(stream_.get_executor(), [self = shared_from_this(), why] { self->setup_.events.closed(self, why); });
}

}  // namespace sotto
