// SPDX-License-Identifier: MIT
// Gradients of linear models on a GPU.
#pragma once

#include <memory>

#include "sotto/simulation/blocks/block_gradients.hpp"
#include "sotto/simulation/cuda/linear_records.hpp"

namespace sotto {

/// On the device of this number.
std::unique_ptr<BlockGradients> cuda_gradients(const LinearRecords& records, int device);

}  // namespace sotto
