// SPDX-License-Identifier: MIT
// A plan's certificate as a person reads it, and as JSON.
#pragma once

#include <string>

#include "sotto/consensus/certificate.hpp"

namespace sotto {

std::string certificate_text(const Certificate& certificate);
std::string certificate_json(const Certificate& certificate);

}  // namespace sotto
