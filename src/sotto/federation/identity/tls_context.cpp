// SPDX-License-Identifier: MIT
#include "sotto/federation/identity/tls_context.hpp"

#include <exception>
#include <utility>

#include "sotto/federation/identity/peer_note.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

constexpr int most_certificate_bytes = 8192;  // ours have about 400; the default of 100 KiB is for chains

void free_rules(void*, void* rules, CRYPTO_EX_DATA*, int, long, void*) {
  delete static_cast<PeerRules*>(rules);  // NOLINT(cppcoreguidelines-owning-memory): OpenSSL owned it
}

/// Never 0, which Asio uses for its own.
int rules_index() {
  static const int index = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, free_rules);
  require_openssl(index > 0, "reserve a place for rules about peers");
  return index;
}

/// Errors for which the library sends different alerts, so that the peer's operator reads the true reason too; the way
/// back is tls_reason.
int error_of(CertificateVerdict::Kind kind) {
  switch (kind) {
    case CertificateVerdict::Kind::good:
      return X509_V_OK;
    case CertificateVerdict::Kind::not_yet_valid:
      return X509_V_ERR_CERT_NOT_YET_VALID;  // bad certificate
    case CertificateVerdict::Kind::expired:
      return X509_V_ERR_CERT_HAS_EXPIRED;  // certificate expired
    case CertificateVerdict::Kind::foreign:
      return X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY;  // unknown CA
    case CertificateVerdict::Kind::another_site:
      return X509_V_ERR_SUBJECT_ISSUER_MISMATCH;  // certificate unknown: none of the others
    case CertificateVerdict::Kind::wrong_key:
      return X509_V_ERR_CERT_SIGNATURE_FAILURE;  // decrypt error
    case CertificateVerdict::Kind::malformed:
      return X509_V_ERR_INVALID_PURPOSE;  // unsupported certificate
  }
  return X509_V_ERR_UNSPECIFIED;
}

CertificateVerdict judge_peer(X509* certificate, SSL& connection) {
  const auto* rules = static_cast<const PeerRules*>(SSL_CTX_get_ex_data(SSL_get_SSL_CTX(&connection), rules_index()));
  const std::string expected = expected_site_of(&connection);
  if (rules == nullptr || certificate == nullptr)
    return {CertificateVerdict::Kind::malformed, "", "the peer showed no certificate"};
  if (SSL_is_server(&connection) == 0 && expected.empty())
    return {CertificateVerdict::Kind::another_site, "",
            "the connection was made without saying which site it should lead to"};
  return judge_certificate(*certificate, rules->pinned, {.site = expected, .now = rules->now()});
}

/// In the place of the library's own verification of chains. Whatever goes wrong here refuses the peer.
int verify_peer(X509_STORE_CTX* given, void*) noexcept {
  X509_STORE_CTX_set_error(given, X509_V_ERR_UNSPECIFIED);
  auto* connection = static_cast<SSL*>(X509_STORE_CTX_get_ex_data(given, SSL_get_ex_data_X509_STORE_CTX_idx()));
  if (connection == nullptr) return 0;
  try {
    const CertificateVerdict verdict = judge_peer(X509_STORE_CTX_get0_cert(given), *connection);
    note_verdict(connection, verdict);
    X509_STORE_CTX_set_error(given, error_of(verdict.kind));
    return verdict.good() ? 1 : 0;
  } catch (const std::exception&) {
    return 0;
  }
}

void resume_nothing(SSL_CTX* context) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(context, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  require_openssl(SSL_CTX_set_num_tickets(context, 0) == 1 && SSL_CTX_set_max_early_data(context, 0) == 1 &&
                      SSL_CTX_set_recv_max_early_data(context, 0) == 1,
                  "forbid that connections are resumed");
}

}  // namespace

TlsContextHandle make_tls_context(const TlsCredentials& credentials, PeerRules rules) {
  TlsContextHandle made(SSL_CTX_new(TLS_method()));
  SSL_CTX* context = made.get();
  require_openssl(made && SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1 &&
                      SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION) == 1,
                  "speak TLS 1.3 alone");
  resume_nothing(context);
  require_openssl(SSL_CTX_use_certificate(context, credentials.certificate.get()) == 1 &&
                      SSL_CTX_use_PrivateKey(context, credentials.key.get()) == 1 &&
                      SSL_CTX_check_private_key(context) == 1,
                  "use the site's certificate");
  auto kept = std::make_unique<PeerRules>(std::move(rules));
  require_openssl(SSL_CTX_set_ex_data(context, rules_index(), kept.get()) == 1, "keep the rules about peers");
  static_cast<void>(kept.release());  // the context frees it
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  SSL_CTX_set_cert_verify_callback(context, verify_peer, nullptr);
  SSL_CTX_set_max_cert_list(context, most_certificate_bytes);
  return made;
}

TlsContexts::TlsContexts(std::filesystem::path certificate, PeerRules rules, Trouble trouble)
    : path_(std::move(certificate)), rules_(std::move(rules)), trouble_(std::move(trouble)) {}

SSL_CTX* TlsContexts::current() {
  try {
    if (context_ && stamp_of(path_) == stamp_) return context_.get();
    const StoredCredentials stored = read_credentials(path_);
    context_ = make_tls_context(stored.credentials, rules_);
    stamp_ = stored.stamp;  // of the bytes that were read: a file renewed meanwhile is another one
    told_ = false;
  } catch (const InvalidInput& refused) {
    if (!context_) throw;
    if (trouble_ && !std::exchange(told_, true)) trouble_(to_text(refused.faults().front()));
  }
  return context_.get();
}

}  // namespace sotto
