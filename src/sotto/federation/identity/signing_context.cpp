// SPDX-License-Identifier: MIT
// What a site's signature is about.
#include "sotto/federation/identity/signing_context.hpp"

#include <cstdlib>

namespace sotto {
namespace {

std::string_view word_of(SigningContext context) {
  switch (context) {
    case SigningContext::manifest:
      return "sotto manifest 1";
    case SigningContext::round:
      return "sotto round 2";
    case SigningContext::dry_round:
      return "sotto dry round 2";
    case SigningContext::standing:
      return "sotto standing 1";
    case SigningContext::disowning:
      return "sotto disowning 1";
    case SigningContext::audit:
      return "sotto audit 1";
    case SigningContext::word:
      return "sotto word 1";
  }
  std::abort();
}

}  // namespace

std::string signed_bytes(SigningContext context, std::string_view message) {
  std::string bytes(word_of(context));
  bytes += '\0';
  return bytes.append(message);
}

}  // namespace sotto
