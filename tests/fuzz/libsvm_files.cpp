// SPDX-License-Identifier: MIT
// Any bytes as a LIBSVM file.
#include "fuzz/read_or_refuse.hpp"

namespace sotto::fuzz {

/// The first byte chooses how it is read, the second one how many rows are declared.
void libsvm_files(Bytes bytes) {
  if (bytes.size() < 2) return;
  const std::uint8_t choice = bytes[0];
  const Schema schema{
      .columns = {{.name = "y", .role = ColumnRole::label, .range = PublicRange{-3, 3}},
                  {.name = "x", .repeat = 7, .scaling = Scaling::none},
                  {.name = "z", .repeat = 3, .range = PublicRange{0, 1}, .scaling = static_cast<Scaling>(choice % 3)}},
      .intercept = choice % 2 == 0,
      .norm = 2,
      .missing = {choice % 4 < 2 ? MissingAction::drop : MissingAction::refuse},
      .sparse = choice % 8 < 4};
  const bool predicting = bytes[1] == 0;
  read_or_refuse(
      {text_of(bytes.subspan(2))},
      {.path = "x.libsvm", .declared_rows = predicting ? std::nullopt : std::optional<std::uint64_t>(bytes[1])}, schema,
      predicting ? ReadFor::predicting : ReadFor::fitting);
}

}  // namespace sotto::fuzz
