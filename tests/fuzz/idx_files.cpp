// SPDX-License-Identifier: MIT
// Any bytes as an IDX file of images and one of labels.
#include "fuzz/read_or_refuse.hpp"

namespace sotto::fuzz {

/// The first byte chooses how it is read, the second one how many rows are declared, the third one where labels begin.
void idx_files(Bytes bytes) {
  if (bytes.size() < 3) return;
  const std::uint8_t choice = bytes[0], rows = bytes[1];
  const Schema schema{
      .columns = {{.name = "p", .repeat = 4, .range = PublicRange{0, 255}, .scaling = Scaling::unit},
                  {.name = "y", .role = ColumnRole::label, .type = ColumnType::category, .levels = {"0", "1", "2"}}},
      .norm = 1.5,
      .unknown = choice % 2 == 0 ? UnknownLevel::drop : UnknownLevel::refuse,
      .sparse = choice % 4 < 2};
  const std::size_t cut = std::min<std::size_t>(bytes[2], bytes.size() - 3);
  FuzzedFile file{text_of(bytes.subspan(3).first(cut)), text_of(bytes.subspan(3 + cut))};
  if (choice % 8 < 4) {  // sound starts before whatever follows
    file.rows =
        std::string("\0\0\x08\3\0\0\0", 7) + static_cast<char>(rows) + std::string("\0\0\0\2\0\0\0\2", 8) + file.rows;
    file.labels = std::string("\0\0\x08\1\0\0\0", 7) + static_cast<char>(rows) + file.labels;
    if (choice >= 128) file.rows.resize(16 + rows * 4u, 'x'), file.labels.resize(8u + rows, '\1');
  }
  const bool predicting = rows == 0;
  read_or_refuse(file,
                 {.path = "x.idx",
                  .labels_path = choice % 16 < 12 ? "y.idx" : "",
                  .declared_rows = predicting ? std::nullopt : std::optional<std::uint64_t>(rows)},
                 schema, predicting ? ReadFor::predicting : ReadFor::fitting);
}

}  // namespace sotto::fuzz
