// SPDX-License-Identifier: MIT
// One function for each alternative of a variant, side by side.
#pragma once

namespace sotto {

template <class... Functions>
struct Cases : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Cases(Functions...) -> Cases<Functions...>;

}  // namespace sotto
