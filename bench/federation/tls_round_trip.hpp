// SPDX-License-Identifier: MIT
// A message of a round and its answer over TLS 1.3 on loopback, between two processes.
#pragma once

#include <sys/types.h>

#include <functional>

#include "sotto/federation/rehearsal/rehearsal.hpp"

namespace sotto::bench {

class TlsRoundTrip {
 public:
  /// Two sites of the rehearsal, on a port of their own.
  TlsRoundTrip(const Rehearsal& rehearsal, std::size_t message_bytes);
  ~TlsRoundTrip();
  TlsRoundTrip(const TlsRoundTrip&) = delete;
  TlsRoundTrip& operator=(const TlsRoundTrip&) = delete;

  double once();  ///< seconds

 private:
  pid_t echo_;
  pid_t pid_;
  int go_;
  int done_;
};

}  // namespace sotto::bench
