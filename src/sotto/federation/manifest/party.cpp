// SPDX-License-Identifier: MIT
#include "sotto/federation/manifest/party.hpp"

#include <cctype>

#include "sotto/input/number_text.hpp"

namespace sotto {

std::optional<Address> address_in(const std::string& text) {
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

}  // namespace sotto
