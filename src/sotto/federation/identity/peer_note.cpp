// SPDX-License-Identifier: MIT
#include "sotto/federation/identity/peer_note.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>

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

struct ReasonInWords {
  int code;
  const char* text;
};

constexpr ReasonInWords alerts[] = {
    {SSL_AD_CERTIFICATE_EXPIRED,
     "the peer refused our certificate: it has expired, by the peer's clock; here: sotto id renew"},
    {SSL_AD_BAD_CERTIFICATE,
     "the peer refused our certificate: it is not valid yet, by the peer's clock; compare the clocks of both sites"},
    {SSL_AD_UNKNOWN_CA, "the peer refused our certificate: its manifest has no site of our name"},
    {SSL_AD_DECRYPT_ERROR,
     "the peer refused our certificate: the key that its manifest pins for us did not issue it; compare the public key "
     "in the manifest with `sotto id show`"},
    {SSL_AD_CERTIFICATE_UNKNOWN,
     "the peer refused our certificate: it expected another site here; compare the addresses in the manifest with the "
     "hosts they lead to"},
    {SSL_AD_UNSUPPORTED_CERTIFICATE,
     "the peer refused our certificate: its form is not that of a site's certificate; here: sotto id renew"},
    {SSL_AD_CERTIFICATE_REQUIRED, "the peer refused us: we showed no certificate"},
    {SSL_AD_PROTOCOL_VERSION, "the peer refused us: it speaks no version of TLS that we do (1.3)"},
    {SSL_AD_HANDSHAKE_FAILURE, "the peer refused us: no way to speak TLS 1.3 suits both sides"},
    {SSL_AD_INTERNAL_ERROR, "the peer gave up by an error of its own: its log says more"}};

constexpr ReasonInWords own_reasons[] = {
    {SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE, "the peer showed no certificate"},
    {SSL_R_UNSUPPORTED_PROTOCOL, "the peer does not speak TLS 1.3"},
    {SSL_R_WRONG_VERSION_NUMBER, "the peer does not speak TLS: is it a sotto node?"},
    {SSL_R_HTTP_REQUEST, "the peer speaks HTTP: it is no sotto node"},
    {SSL_R_EXCESSIVE_MESSAGE_SIZE, "the peer's certificates are too long to be a site's"},
    {SSL_R_UNEXPECTED_EOF_WHILE_READING, "the peer closed the connection without a goodbye"}};

template <std::size_t count>
const char* find_reason(const ReasonInWords (&list)[count], int code) {
  const auto* found = std::find_if(list, list + count, [&](const ReasonInWords& known) { return known.code == code; });
  return found == list + count ? nullptr : found->text;
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

bool is_alert_of_peer(unsigned long error) {
  const int reason = ERR_GET_REASON(error);
  return ERR_GET_LIB(error) == ERR_LIB_SSL && reason >= SSL_AD_REASON_OFFSET && reason < SSL_AD_REASON_OFFSET + 256;
}

std::string tls_reason(const SSL* connection, unsigned long error) {
  std::string refusal = connection == nullptr ? "" : refusal_of(connection);
  if (!refusal.empty()) return refusal;
  const int reason = ERR_GET_REASON(error);
  if (is_alert_of_peer(error)) {
    const int alert = reason - SSL_AD_REASON_OFFSET;
    if (const char* text = find_reason(alerts, alert)) return text;
    return std::string("the peer refused us: ") + SSL_alert_desc_string_long(alert);
  }
  if (const char* text = ERR_GET_LIB(error) == ERR_LIB_SSL ? find_reason(own_reasons, reason) : nullptr) return text;
  const char* text = ERR_reason_error_string(error);
  return std::string("the TLS connection failed: ") + (text == nullptr ? "the reason is not known" : text);
}

}  // namespace sotto
