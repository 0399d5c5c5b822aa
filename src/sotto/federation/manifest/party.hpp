// SPDX-License-Identifier: MIT
// What a manifest is for, and its rows: who takes part, where it is reached, by which key it is known, and whose
// records it brings.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sotto/federation/identity/public_key.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/input/number_text.hpp"

namespace sotto {

/// `trial`: one laptop plays all parties. Only such runs may have noise that can be repeated, in programs for tests.
enum class Purpose { real, trial };
constexpr Names<2> names_of(Purpose) {
  return {"real", "trial"};
}

struct Address {
  std::string host;
  std::uint16_t port;
  bool is_ipv6() const { return host.find(':') != std::string::npos; }
  std::string text() const { return (is_ipv6() ? "[" + host + "]" : host) + ":" + std::to_string(port); }
  /// The same port on every address of the machine, of the family in which this one is written.
  Address on_all_addresses() const { return {is_ipv6() ? "::" : "0.0.0.0", port}; }
  bool operator==(const Address&) const = default;
};

/// "host:port", "[::1]:port". Nothing where it is neither.
inline std::optional<Address> address_in(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) return std::nullopt;
  std::string host = text.substr(0, colon);
  const bool bracketed = host.front() == '[' && host.back() == ']';
  if (bracketed) host = host.substr(1, host.size() - 2);
  const auto allowed = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || (bracketed && c == ':');
  };
  if (host.empty() || host.size() > 253 || !std::all_of(host.begin(), host.end(), allowed)) return std::nullopt;
  const auto port = number_of_text<std::uint16_t>(std::string_view(text).substr(colon + 1));
  return port.value_or(0) == 0 ? std::nullopt : std::optional(Address{host, *port});
}

struct Party {
  std::string name;
  Address address;
  PublicKey key;
  std::string dataset;  ///< of the budget that pays, in the party's own ledger
};

/// A dataset is named after the people whose records it holds, whatever the file is called.
inline constexpr const char* dataset_name_rule =
    "must be 1 to 100 of the characters a-z, 0-9, - . and _, and begin with a letter";

inline bool is_dataset_name(std::string_view text) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
  };
  return !text.empty() && text.size() <= 100 && text[0] >= 'a' && text[0] <= 'z' &&
         std::all_of(text.begin(), text.end(), allowed);
}

}  // namespace sotto
