// SPDX-License-Identifier: MIT
// Ctrl-C: the first one asks for an orderly end, the second one ends at once.
#pragma once

#include <atomic>

namespace sotto::app {

/// Installs the handlers and returns the flag they set.
const std::atomic<bool>& watch_for_interrupt();

}  // namespace sotto::app
