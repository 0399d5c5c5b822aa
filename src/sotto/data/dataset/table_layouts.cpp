// SPDX-License-Identifier: MIT
// What lies before the numbers of NPY and IDX files. No size in them is believed before it is checked.
#include <array>
#include <bit>

#include "sotto/data/dataset/number_table.hpp"
#include "sotto/files/npy_header.hpp"

namespace sotto {
namespace {

template <class Bits>
Bits big_endian(const char* bytes) {
  Bits bits = 0;
  for (std::size_t k = 0; k < sizeof bits; ++k)
    bits = static_cast<Bits>(static_cast<std::uint64_t>(bits) << 8 | static_cast<unsigned char>(bytes[k]));
  return bits;
}

template <class Number, class Bits>
double idx_number_at(const char* bytes) {
  return static_cast<double>(std::bit_cast<Number>(big_endian<Bits>(bytes)));
}

struct IdxNumber {
  unsigned char code;
  std::uint64_t bytes;
  double (*at)(const char*);
};

constexpr std::array idx_numbers{IdxNumber{0x08, 1, idx_number_at<std::uint8_t, std::uint8_t>},
                                 IdxNumber{0x09, 1, idx_number_at<std::int8_t, std::uint8_t>},
                                 IdxNumber{0x0B, 2, idx_number_at<std::int16_t, std::uint16_t>},
                                 IdxNumber{0x0C, 4, idx_number_at<std::int32_t, std::uint32_t>},
                                 IdxNumber{0x0D, 4, idx_number_at<float, std::uint32_t>},
                                 IdxNumber{0x0E, 8, idx_number_at<double, std::uint64_t>}};

std::string take(ByteSource& bytes, std::uint64_t count) {
  std::string taken(count, '\0');
  taken.resize(bytes.read(taken));
  return taken;
}

}  // namespace

TableLayout read_npy_layout(ByteSource& bytes, DataFaults& faults) {
  const NpyHeader header = read_npy_header({.take = [&](std::uint64_t count) { return take(bytes, count); },
                                            .refuse = [&](const std::string& rule) { faults.refuse("", rule); }});
  TableLayout layout{.columns_first = header.columns_first && header.shape.size() > 1};
  const std::optional<NpyNumber> number = npy_number(header.type);
  if (!number) faults.refuse("the type of its numbers", npy_number_rule);
  layout.number_bytes = number->bytes;
  layout.at = number->at;
  set_shape(layout, header.shape, faults);
  return layout;
}

TableLayout read_idx_layout(ByteSource& bytes, DataFaults& faults) {
  const std::string magic = take(bytes, 4);
  if (magic.size() < 4 || magic[0] != 0 || magic[1] != 0)
    faults.refuse("", "is not an IDX file: it does not begin with two zero bytes, a type and a number of dimensions");
  TableLayout layout;
  for (const IdxNumber& number : idx_numbers)
    if (static_cast<char>(number.code) == magic[2]) layout.number_bytes = number.bytes, layout.at = number.at;
  if (layout.at == nullptr) faults.refuse("the type of its numbers", "must be one of IDX's: 8, 9, 11, 12, 13 or 14");
  std::vector<std::uint64_t> sizes(static_cast<unsigned char>(magic[3]));
  for (std::uint64_t& size : sizes) {
    const std::string word = take(bytes, 4);
    if (word.size() < 4) faults.refuse("", "is cut off: its header does not end");
    size = big_endian<std::uint32_t>(word.data());
  }
  set_shape(layout, sizes, faults);
  return layout;
}

}  // namespace sotto
