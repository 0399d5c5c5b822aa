// SPDX-License-Identifier: MIT
#include "sotto/federation/store/value.hpp"

#include <bit>

namespace sotto {
namespace {

std::string eight_bytes(std::uint64_t number) {
  std::string bytes(8, '\0');
  for (std::size_t k = 8; k-- > 0; number >>= 8) bytes[k] = static_cast<char>(number & 0xff);
  return bytes;
}

struct Encoder {
  std::string& out;

  void add(char kind, const std::string& bytes) { out.append(1, kind).append(eight_bytes(bytes.size())).append(bytes); }
  void operator()(std::monostate) { add('n', {}); }
  void operator()(std::int64_t number) { add('i', eight_bytes(static_cast<std::uint64_t>(number))); }
  void operator()(double number) { add('r', eight_bytes(std::bit_cast<std::uint64_t>(number))); }
  void operator()(const Text& text) { add('t', text.text); }
  void operator()(const Blob& blob) { add('b', blob.bytes); }
};

}  // namespace

std::string canonical(const Row& row) {
  std::string bytes;
  for (const Value& value : row) std::visit(Encoder{bytes}, value);
  return bytes;
}

}  // namespace sotto
