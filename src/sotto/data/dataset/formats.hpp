// SPDX-License-Identifier: MIT
// The readers, one for each format: bytes in, cells out to the encoder, faults to their list.
#pragma once

#include "sotto/data/dataset/byte_source.hpp"
#include "sotto/data/dataset/read_dataset.hpp"
#include "sotto/data/dataset/row_encoder.hpp"

namespace sotto {

struct ReaderContext {
  const DataSource& source;
  const Encoding& encoding;
  ReadFor purpose;
  DataFaults& faults;
  RowEncoder& rows;
};

void read_csv(ByteSource& bytes, const ReaderContext& to);
void read_libsvm(ByteSource& bytes, const ReaderContext& to);
/// NPY or IDX, and the labels' file of the same format, where there is one.
void read_tables(ByteSource& bytes, ByteSource* labels, const ReaderContext& to);

/// The declared columns in their order, without the label where the file has none.
std::vector<std::uint32_t> positions_in_order(const Encoding& encoding, bool with_label);

}  // namespace sotto
