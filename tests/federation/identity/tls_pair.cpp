// SPDX-License-Identifier: MIT
// Two ends of one TLS connection through memory.
#include "federation/identity/tls_pair.hpp"

#include <gtest/gtest.h>
#include <openssl/err.h>

#include "sotto/federation/identity/peer_note.hpp"

namespace sotto::test {

TlsEnd::TlsEnd(SSL_CTX* context, Role role, BIO* wire) : connection_(SSL_new(context)) {
  SSL_set_bio(connection(), wire, wire);
  if (role == Role::dials)
    SSL_set_connect_state(connection());
  else
    SSL_set_accept_state(connection());
}

void TlsEnd::note(int result) {
  const int kind = SSL_get_error(connection(), result);
  if (result > 0 || failed() || kind == SSL_ERROR_WANT_READ || kind == SSL_ERROR_WANT_WRITE) return;
  const unsigned long error = ERR_get_error();
  reason_ = tls_reason(connection(), error);
  alert_ = is_alert_of_peer(error);
}

void TlsEnd::shake_hands() {
  ERR_clear_error();
  if (!failed() && !shook_hands()) note(SSL_do_handshake(connection()));
}

void TlsEnd::say(const std::string& text) {
  ERR_clear_error();
  note(SSL_write(connection(), text.data(), static_cast<int>(text.size())));
}

std::string TlsEnd::hear() {
  ERR_clear_error();
  char text[256];
  const int length = SSL_read(connection(), text, sizeof text);
  note(length);
  return length > 0 ? std::string(text, static_cast<std::size_t>(length)) : "";
}

TlsPair::Wire TlsPair::new_wire(std::size_t bytes) {
  Wire wire;
  EXPECT_EQ(BIO_new_bio_pair(&wire.client, bytes, &wire.server, bytes), 1);
  return wire;
}

TlsPair::TlsPair(const Ends& ends, const Wire& wire)
    : client(ends.client, TlsEnd::Role::dials, wire.client), server(ends.server, TlsEnd::Role::listens, wire.server) {
  if (!ends.expected.empty()) expect_site(client.connection(), ends.expected);
}

void TlsPair::step() {
  client.shake_hands();
  server.shake_hands();
}

void TlsPair::shake_hands() {
  for (int k = 0; k < 8; ++k) step();
  for (TlsEnd* end : {&client, &server}) EXPECT_EQ(end->shook_hands() ? end->hear() : "", "");
}

TlsContextHandle careless_context() {
  return TlsContextHandle(SSL_CTX_new(TLS_method()));
}

}  // namespace sotto::test
