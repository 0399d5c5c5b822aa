// SPDX-License-Identifier: MIT
// 128-bit integers, where a product of two 64-bit numbers has to stay exact.
#pragma once

namespace sotto {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

}  // namespace sotto
