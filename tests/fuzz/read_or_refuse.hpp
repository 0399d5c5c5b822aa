// SPDX-License-Identifier: MIT
// What must hold for the bytes of every data file: a refusal that can be shown, or rows that keep what was declared.
#pragma once

#include <string>

#include "fuzz/targets.hpp"
#include "sotto/data/dataset/read_dataset.hpp"

namespace sotto::fuzz {

struct FuzzedFile {
  std::string rows;
  std::string labels = {};
};

void read_or_refuse(const FuzzedFile& file, const DataSource& source, const Schema& schema, ReadFor purpose);

inline std::string text_of(Bytes bytes) {
  return {bytes.begin(), bytes.end()};
}

}  // namespace sotto::fuzz
