// SPDX-License-Identifier: MIT
// Parts of the schema that several kinds of frames have, for sources of this folder alone.
#pragma once

#include <optional>

#include "sotto.pb.h"
#include "sotto/federation/wire/seal.hpp"

namespace sotto {

void put(const Seal& seal, federation::v2::Seal& out);
std::optional<Seal> seal_of(const federation::v2::Seal& in);

}  // namespace sotto
