// SPDX-License-Identifier: MIT
#include "sotto/federation/identity/peer_note.hpp"

#include <openssl/ssl.h>

namespace sotto {
namespace {

struct PeerNote {
  std::string expected;
  std::string seen;
  std::string refusal;
};

void free_note(void*, void* note, CRYPTO_EX_DATA*, int, long, void*) {
  delete static_cast<PeerNote*>(note);  // NOLINT(cppcoreguidelines-owning-memory): OpenSSL owned it
}

/// A copied connection (SSL_dup) begins without a note: two of them must not free one.
int no_copy(CRYPTO_EX_DATA*, const CRYPTO_EX_DATA*, void** note, int, long, void*) {
  *note = nullptr;
  return 1;
}

/// Never 0, which Asio uses for its own.
int note_index() {
  static const int index = SSL_get_ex_new_index(0, nullptr, nullptr, no_copy, free_note);
  require_openssl(index > 0, "reserve a place for notes on connections");
  return index;
}

const PeerNote* note_of(const SSL* connection) {
  return static_cast<const PeerNote*>(SSL_get_ex_data(connection, note_index()));
}

PeerNote& writable_note_of(SSL* connection) {
  if (auto* note = static_cast<PeerNote*>(SSL_get_ex_data(connection, note_index()))) return *note;
  auto made = std::make_unique<PeerNote>();
  require_openssl(SSL_set_ex_data(connection, note_index(), made.get()) == 1, "note something on a connection");
  return *made.release();
}

}  // namespace

void expect_site(SSL* connection, const std::string& name) {
  writable_note_of(connection).expected = name;
}

std::string site_of(const SSL* connection) {
  const PeerNote* note = note_of(connection);
  return note != nullptr && SSL_is_init_finished(connection) == 1 ? note->seen : "";
}

std::string session_binding(SSL* connection) {
  constexpr std::string_view label = "EXPORTER-sotto-hello";
  std::string bytes(32, '\0');
  const int made = SSL_export_keying_material(connection, reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(),
                                              label.data(), label.size(), nullptr, 0, 0);
  return made == 1 ? bytes : "";
}

std::string refusal_of(const SSL* connection) {
  const PeerNote* note = note_of(connection);
  return note == nullptr ? "" : note->refusal;
}

std::string expected_site_of(const SSL* connection) {
  const PeerNote* note = note_of(connection);
  return note == nullptr ? "" : note->expected;
}

void note_verdict(SSL* connection, const CertificateVerdict& verdict) {
  PeerNote& note = writable_note_of(connection);
  note.seen = verdict.good() ? verdict.site : "";
  note.refusal = verdict.reason;
}

}  // namespace sotto
