// SPDX-License-Identifier: MIT
// The same contexts and sentences through Boost.Asio and a pair of sockets, as nodes use them.
#include <gtest/gtest.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>

#include "federation/identity/tls_pair.hpp"
#include "sotto/federation/identity/peer_note.hpp"

namespace sotto::test {
namespace {

namespace asio = boost::asio;
using Error = boost::system::error_code;
using Socket = asio::local::stream_protocol::socket;

/// Asio's context takes ownership of what it is given.
asio::ssl::context shared(const TlsContextHandle& context) {
  SSL_CTX_up_ref(context.get());
  return asio::ssl::context(context.get());
}

struct AsioPair {
  AsioPair(const TlsContextHandle& client_side, const TlsContextHandle& server_side)
      : client_context(shared(client_side)), server_context(shared(server_side)) {
    asio::local::connect_pair(client.next_layer(), server.next_layer());
    expect_site(client.native_handle(), "hosp-b");
    client.async_handshake(asio::ssl::stream_base::client, [this](Error error) { client_error = error; });
    server.async_handshake(asio::ssl::stream_base::server, [this](Error error) {
      server_error = error;
      if (error) server.next_layer().close();  // as a node does
    });
    loop.run();
    loop.restart();
  }

  asio::io_context loop;
  asio::ssl::context client_context, server_context;
  asio::ssl::stream<Socket> client{loop, client_context}, server{loop, server_context};
  Error client_error, server_error;
};

TEST(TlsOverAsio, TwoSitesSpeak) {
  const Federation federation;
  AsioPair pair(federation.context(federation.a, "hosp-a"), federation.context(federation.b, "hosp-b"));
  EXPECT_FALSE(pair.client_error || pair.server_error);
  EXPECT_EQ(site_of(pair.client.native_handle()), "hosp-b");
  EXPECT_EQ(site_of(pair.server.native_handle()), "hosp-a");
  char heard[5] = {};
  asio::async_write(pair.client, asio::buffer("hello", 5), [](Error error, std::size_t) { EXPECT_FALSE(error); });
  asio::async_read(pair.server, asio::buffer(heard), [](Error error, std::size_t) { EXPECT_FALSE(error); });
  pair.loop.run();
  EXPECT_EQ(std::string(heard, 5), "hello");
}

TEST(TlsOverAsio, ARefusedClientLearnsTheReasonWithItsFirstRead) {
  const Federation federation;
  AsioPair pair(federation.context(federation.a, "hosp-a", noon - 30 * seconds_per_day),
                federation.context(federation.b, "hosp-b"));
  EXPECT_FALSE(pair.client_error) << "the handshake is done before the server has looked";
  ASSERT_TRUE(pair.server_error);
  EXPECT_NE(
      tls_reason(pair.server.native_handle(), static_cast<unsigned long>(pair.server_error.value())).find("hosp-a"),
      std::string::npos);
  char heard[5] = {};
  Error read_error;
  asio::async_read(pair.client, asio::buffer(heard), [&](Error error, std::size_t) { read_error = error; });
  pair.loop.run();
  ASSERT_EQ(read_error.category(), asio::error::get_ssl_category());
  EXPECT_NE(
      tls_reason(pair.client.native_handle(), static_cast<unsigned long>(read_error.value())).find("it has expired"),
      std::string::npos)
      << read_error.message();
}

}  // namespace
}  // namespace sotto::test
