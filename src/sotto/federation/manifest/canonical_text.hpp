// SPDX-License-Identifier: MIT
// The canonical bytes of a manifest.
#pragma once

#include <string>

namespace sotto {

class Manifest;

/// Whether a manifest may say this: no name of any file, nor what only simulations and audits look at.
bool belongs_in_manifest(const std::string& key);

/// "key = value" lines: what was declared, defaults filled in; the parties; and digests of what follows from all that,
/// so that a program which computes another plan has another run id.
std::string canonical_text(const Manifest& manifest);

}  // namespace sotto
