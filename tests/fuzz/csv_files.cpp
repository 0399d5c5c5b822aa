// SPDX-License-Identifier: MIT
// Any bytes as a CSV file.
#include "fuzz/read_or_refuse.hpp"

namespace sotto::fuzz {

/// The first byte chooses how it is read, the second one how many rows are declared.
void csv_files(Bytes bytes) {
  if (bytes.size() < 2) return;
  const std::uint8_t choice = bytes[0];
  const Schema schema{
      .columns =
          {{.name = "a", .range = PublicRange{-1, 3}},
           {.name = "b", .range = PublicRange{-5, 5}, .scaling = Scaling::none},
           {.name = "c", .type = ColumnType::category, .levels = {"u", "v|w", "1"}, .unknown = UnknownLevel::none},
           {.name = "y", .role = ColumnRole::label, .type = ColumnType::category, .levels = {"0", "1", "2"}},
           {.name = "n", .role = ColumnRole::node, .type = ColumnType::category, .levels = {"p", "q"}},
           {.name = "i", .role = ColumnRole::ignore}},
      .norm = choice % 2 == 0 ? std::optional(1.5) : std::nullopt,
      .missing = {choice % 4 < 2 ? MissingAction::drop : MissingAction::refuse},
      .unknown = UnknownLevel::drop,
      .sparse = choice % 8 < 4};
  const bool predicting = bytes[1] == 0;
  const DataSource source{.path = "x.csv",
                          .csv_header = static_cast<CsvHeader>(choice / 8 % 3),
                          .csv_separator = choice < 128 ? ',' : ';',
                          .declared_rows = predicting ? std::nullopt : std::optional<std::uint64_t>(bytes[1])};
  const bool with_names = choice / 24 % 2 == 0 && source.csv_header == CsvHeader::names;
  read_or_refuse({(with_names ? "a,b,c,y,n,i\n" : "") + text_of(bytes.subspan(2))}, source, schema,
                 predicting ? ReadFor::predicting : ReadFor::fitting);
}

}  // namespace sotto::fuzz
