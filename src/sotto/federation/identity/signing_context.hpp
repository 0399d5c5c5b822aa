// SPDX-License-Identifier: MIT
// What a site's signature is about.
#pragma once

#include <string>
#include <string_view>

namespace sotto {

enum class SigningContext { manifest, round, dry_round, standing, disowning, audit, word };

/// The bytes that are signed: a fixed word for the context, a zero byte, the message. No context's word is the
/// beginning of another's, and none begins as a certificate does, so one kind of signature never passes for another.
std::string signed_bytes(SigningContext context, std::string_view message);

}  // namespace sotto
