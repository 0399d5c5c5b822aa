// SPDX-License-Identifier: MIT
// Where a model comes from and what was promised, as JSON, there and back.
#pragma once

#include "sotto/data/model/fitted_model.hpp"
#include "sotto/data/model/json_part.hpp"

namespace sotto {

/// Top-level keys of a model: private, and certificate or why_not_private.
Json privacy_value(const ModelPrivacy& privacy);
ModelPrivacy privacy_in(const JsonPart& model);

Json origin_value(const ModelOrigin& origin);
ModelOrigin origin_in(const JsonPart& part);

}  // namespace sotto
