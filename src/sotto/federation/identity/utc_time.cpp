// SPDX-License-Identifier: MIT
// Points in time as certificates need them.
#include "sotto/federation/identity/utc_time.hpp"

#include <ctime>

namespace sotto {

UnixTime unix_now() {
  return std::time(nullptr);
}

std::string utc_text(UnixTime time) {
  const std::time_t seconds = time;
  std::tm parts{};
  char text[64];
  if (gmtime_r(&seconds, &parts) == nullptr || std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts) == 0)
    return std::to_string(time) + " s after 1970";
  return text;
}

}  // namespace sotto
