// SPDX-License-Identifier: MIT
// One file divided into several, row by row: for trials in which one machine plays all parties.
#pragma once

#include <span>

#include "sotto/data/dataset/data_source.hpp"
#include "sotto/data/dataset/partition.hpp"
#include "sotto/data/dataset/schema.hpp"

namespace sotto {

/// The format that shares of such a file have: CSV and LIBSVM keep theirs, numbers of NPY and IDX become NPY.
FileFormat share_format(const DataSource& source);

/// Writes the rows `division[k]` (numbers in the file, from 0) to `shares[k]`, in their order and with the same values.
/// What the file's reader refuses is refused (InvalidInput).
void write_shares(const DataSource& source, const Schema& schema, const Partition& division,
                  std::span<const DataSource> shares);

}  // namespace sotto
