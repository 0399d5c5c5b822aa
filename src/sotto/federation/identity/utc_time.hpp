// SPDX-License-Identifier: MIT
// Points in time as certificates need them. Nothing else of the protocol looks at a clock.
#pragma once

#include <cstdint>
#include <string>

namespace sotto {

using UnixTime = std::int64_t;  ///< seconds since 1970 in UTC
inline constexpr UnixTime seconds_per_day = 86400;

UnixTime unix_now();

/// "2026-02-01 13:05:00 UTC".
std::string utc_text(UnixTime time);

}  // namespace sotto
