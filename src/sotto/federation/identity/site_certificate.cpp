// SPDX-License-Identifier: MIT
#include "sotto/federation/identity/site_certificate.hpp"

#include <openssl/bn.h>

#include <algorithm>
#include <ctime>

#include "sotto/digest/digest.hpp"

namespace sotto {
namespace {

std::optional<UnixTime> unix_time_of(const ASN1_TIME* time) {
  std::tm parts{};
  if (time == nullptr || ASN1_TIME_to_tm(time, &parts) != 1) return std::nullopt;
  return timegm(&parts);
}

std::string serial_of(const X509& certificate) {
  const std::unique_ptr<BIGNUM, FreedBy<BN_free>> number(
      ASN1_INTEGER_to_BN(X509_get0_serialNumber(&certificate), nullptr));
  if (!number) return "";
  std::string bytes(static_cast<std::size_t>(BN_num_bytes(number.get())), '\0');
  BN_bn2bin(number.get(), reinterpret_cast<unsigned char*>(bytes.data()));
  return hex_of(bytes);
}

}  // namespace

bool is_site_name(std::string_view text) {
  const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  return !text.empty() && text.size() <= longest_site_name && letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-'; });
}

UnixTime unix_now() {
  return std::time(nullptr);
}

std::string utc_text(UnixTime time) {
  const std::time_t seconds = time;
  std::tm parts{};
  char text[64];
  if (gmtime_r(&seconds, &parts) == nullptr || std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts) == 0)
    return std::to_string(time) + " s after 1970";
  return text;
}

double SiteCertificate::days_left(UnixTime now) const {
  return static_cast<double>(not_after - now) / static_cast<double>(seconds_per_day);
}

std::optional<SiteCertificate> describe_certificate(const X509& certificate) {
  const std::optional<UnixTime> begin = unix_time_of(X509_get0_notBefore(&certificate));
  const std::optional<UnixTime> end = unix_time_of(X509_get0_notAfter(&certificate));
  if (!begin || !end) return std::nullopt;
  return SiteCertificate{.serial = serial_of(certificate), .not_before = *begin, .not_after = *end};
}

}  // namespace sotto
