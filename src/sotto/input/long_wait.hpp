// SPDX-License-Identifier: MIT
// What takes long where no job counts anything: reading, x*. It is told to a person at a terminal, or to nobody.
#pragma once

#include <functional>

namespace sotto {

/// What the share of a wait follows from: one that follows from records is for a person's eyes, and no log keeps it.
enum class WaitOn { public_things, records };

/// `share` of the way is behind, from 0 to 1. Called on the thread that is at work.
using WaitListener = std::function<void(const char* what, double share, WaitOn on)>;

/// Hears what waits say while it lives. One at a time: a second one hears nothing.
class ListeningToWaits {
 public:
  explicit ListeningToWaits(WaitListener listener);
  ~ListeningToWaits();
  ListeningToWaits(const ListeningToWaits&) = delete;
  ListeningToWaits& operator=(const ListeningToWaits&) = delete;

 private:
  bool hears_ = false;
};

bool waits_are_heard();
/// Nothing happens where nobody listens.
void tell_wait(const char* what, double share, WaitOn on = WaitOn::public_things);

}  // namespace sotto
