// SPDX-License-Identifier: MIT
#include "sotto/federation/identity/tls_credentials.hpp"

#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include "sotto/federation/identity/openssl_handles.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

void refuse_bad_terms(const std::string& name, int days) {
  Faults faults;
  if (!is_site_name(name)) faults.add({"site name", shown(name), site_name_rule});
  if (days < 1 || days > most_certificate_days)
    faults.add({"days", std::to_string(days),
                "must be a whole number from 1 to " + std::to_string(most_certificate_days) +
                    ": certificates are short-lived"});
  faults.throw_if_any();
}

void set_random_serial(X509& certificate) {
  unsigned char bytes[16];
  require_openssl(RAND_bytes(bytes, sizeof bytes) == 1, "draw a serial number");
  bytes[0] = static_cast<unsigned char>((bytes[0] & 0x3f) | 0x40);  // positive, and always as long
  const std::unique_ptr<BIGNUM, FreedBy<BN_free>> number(BN_bin2bn(bytes, sizeof bytes, nullptr));
  require_openssl(number && BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(&certificate)) != nullptr,
                  "set a serial number");
}

void set_common_name(X509_NAME* whose, const std::string& text) {
  require_openssl(X509_NAME_add_entry_by_NID(whose, NID_commonName, MBSTRING_UTF8,
                                             reinterpret_cast<const unsigned char*>(text.data()),
                                             static_cast<int>(text.size()), -1, 0) == 1,
                  "name a certificate");
}

void add_extension(X509& certificate, int kind, const char* value) {
  X509V3_CTX place;
  X509V3_set_ctx_nodb(&place);
  X509V3_set_ctx(&place, &certificate, &certificate, nullptr, nullptr, 0);
  const std::unique_ptr<X509_EXTENSION, FreedBy<X509_EXTENSION_free>> extension(
      X509V3_EXT_conf_nid(nullptr, &place, kind, value));
  require_openssl(extension && X509_add_ext(&certificate, extension.get(), -1) == 1, "extend a certificate");
}

}  // namespace

TlsCredentials issue_credentials(const SiteKey& site, const std::string& name, int days, UnixTime now) {
  refuse_bad_terms(name, days);
  TlsCredentials made{.certificate = CertificateHandle(X509_new()),
                      .key = KeyHandle(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"))};
  require_openssl(made.certificate && made.key, "make a certificate");
  X509& certificate = *made.certificate;
  require_openssl(X509_set_version(&certificate, X509_VERSION_3) == 1 &&
                      X509_set_pubkey(&certificate, made.key.get()) == 1 &&
                      ASN1_TIME_set(X509_getm_notBefore(&certificate), now - certificate_backdating) != nullptr &&
                      ASN1_TIME_set(X509_getm_notAfter(&certificate), now + days * seconds_per_day) != nullptr,
                  "fill a certificate");
  set_random_serial(certificate);
  set_common_name(X509_get_subject_name(&certificate), name);
  set_common_name(X509_get_issuer_name(&certificate), "sotto site " + name);
  add_extension(certificate, NID_basic_constraints, "critical,CA:FALSE");
  add_extension(certificate, NID_key_usage, "critical,digitalSignature");
  add_extension(certificate, NID_ext_key_usage, "serverAuth,clientAuth");
  site.issue(certificate);
  return made;
}

Secret pem_of(const TlsCredentials& credentials) {
  const BioHandle text(BIO_new(BIO_s_mem()));
  require_openssl(text && PEM_write_bio_X509(text.get(), credentials.certificate.get()) == 1, "write a certificate");
  const Secret key(pem_of_key(*credentials.key));
  return Secret(content_of(*text) + key.text());
}

StoredCredentials read_credentials(const std::filesystem::path& path) {
  const PrivateFile file = read_private_file(file_of_state("certificate", path));
  const std::string& text = file.content.text();
  const OpensslErrorMark mark;
  const BioHandle source(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  require_openssl(source != nullptr, "read from memory");
  TlsCredentials found{.certificate = CertificateHandle(PEM_read_bio_X509(source.get(), nullptr, nullptr, nullptr)),
                       .key = key_from_pem(text)};
  if (!found.certificate || !found.key || X509_check_private_key(found.certificate.get(), found.key.get()) != 1)
    throw InvalidInput({"certificate", printable_path(path.string()),
                        "does not hold a certificate with its Ed25519 key; make a new one with: sotto id renew"},
                       FaultKind::store);
  return {.credentials = std::move(found), .stamp = file.stamp};
}

}  // namespace sotto
