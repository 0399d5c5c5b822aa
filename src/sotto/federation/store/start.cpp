// SPDX-License-Identifier: MIT
#include "sotto/federation/store/start.hpp"

#include <sys/random.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "sotto/input/invalid_input.hpp"

namespace sotto {

std::optional<StartId> start_id_from_bytes(std::string_view bytes) {
  StartId id;
  if (bytes.size() != id.bytes.size()) return std::nullopt;
  std::copy(bytes.begin(), bytes.end(), id.bytes.begin());
  return id;
}

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  std::size_t filled = 0;
  while (filled < count) {
    const ssize_t got = getrandom(bytes.data() + filled, count - filled, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      throw InvalidInput({"getrandom", "", "the operating system gives no random bytes"}, FaultKind::entropy);
    filled += static_cast<std::size_t>(got);
  }
  return bytes;
}

std::int64_t seconds_now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

}  // namespace sotto
