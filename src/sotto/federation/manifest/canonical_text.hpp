// SPDX-License-Identifier: MIT
// The canonical bytes of a manifest.
#pragma once

#include <string>

namespace sotto {

class Manifest;

/// "key = value" lines: what was declared, defaults filled in; the parties; and digests of what follows from all that,
/// so that a program which computes another plan has another run id.
/// Whether a manifest may say this: not where a party's files lie, nor what only simulations and audits look at.
bool belongs_in_manifest(const std::string& key);

std::string canonical_text(const Manifest& manifest);

}  // namespace sotto
