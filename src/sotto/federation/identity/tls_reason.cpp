// SPDX-License-Identifier: MIT
#include "sotto/federation/identity/tls_reason.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>

#include "sotto/federation/identity/peer_note.hpp"

namespace sotto {
namespace {

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
