// SPDX-License-Identifier: MIT
// What a configuration may hold, for editors and for people. Both follow from the lists of fields that read it.
#pragma once

#include <string>

namespace sotto::app {

/// JSON schema, draft 7: what editors of TOML know.
std::string configuration_schema();

/// The same of manifests: what all parties agree on, and who they are.
std::string manifest_file_schema();

/// docs/configuration.md.
std::string configuration_reference();

}  // namespace sotto::app
