// SPDX-License-Identifier: MIT
// Who is held off.
#pragma once

namespace sotto {

/// `eavesdropper`: hears every message on every link and knows all records but one. Noise that rests on what others
/// keep secret has a cost for each of its threats: the eavesdropper with some members, and all others together.
enum class Threat { eavesdropper };

}  // namespace sotto
