// SPDX-License-Identifier: MIT
// NumPy files (versions 1 and 2, little endian): the size that the header claims is checked before anything is read.
#include <array>
#include <bit>
#include <cstring>
#include <fstream>

#include "sotto/graph/matrix_builder.hpp"
#include "sotto/graph/npy_header.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

static_assert(std::endian::native == std::endian::little, "bytes are taken as they lie in the file");

constexpr std::uint64_t longest_header = 65536;

template <class Number>
double number_at(const char* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return static_cast<double>(number);
}

struct NumberType {
  std::string_view name;
  std::uint64_t bytes;
  double (*at)(const char*);
};

constexpr std::array number_types{
    NumberType{"<f8", 8, number_at<double>},        NumberType{"<f4", 4, number_at<float>},
    NumberType{"|b1", 1, number_at<std::uint8_t>},  NumberType{"|i1", 1, number_at<std::int8_t>},
    NumberType{"|u1", 1, number_at<std::uint8_t>},  NumberType{"<i2", 2, number_at<std::int16_t>},
    NumberType{"<u2", 2, number_at<std::uint16_t>}, NumberType{"<i4", 4, number_at<std::int32_t>},
    NumberType{"<u4", 4, number_at<std::uint32_t>}, NumberType{"<i8", 8, number_at<std::int64_t>},
    NumberType{"<u8", 8, number_at<std::uint64_t>}};

class NpyReader {
 public:
  explicit NpyReader(MatrixBuilder& builder) : builder_(builder), file_(builder.path(), std::ios::binary) {}

  void read() {
    if (!file_) throw InvalidInput({builder_.field(), builder_.path(), "the file cannot be opened"}, FaultKind::data);
    const NpyHeader header = read_header();
    const NumberType type = type_named(header.type);
    if (header.shape.size() != 2)
      refuse(std::to_string(header.shape.size()) + " dimensions", "must be a matrix: two dimensions");
    builder_.set_size(header.shape[0], header.shape[1], 0);
    check_size(type);
    read_numbers(type, header.columns_first);
  }

 private:
  [[noreturn]] void refuse(std::string value, std::string rule) {
    builder_.refuse(0, std::move(value), std::move(rule));
  }

  std::string take(std::uint64_t bytes) {
    std::string taken(bytes, '\0');
    if (!file_.read(taken.data(), static_cast<std::streamsize>(bytes)))
      refuse("", "is not a NumPy file, or is cut off: its header does not end");
    return taken;
  }

  NpyHeader read_header() {
    const std::string start = take(8);
    if (!start.starts_with("\x93NUMPY")) refuse("", "is not a NumPy file: it does not begin with \\x93NUMPY");
    if ((start[6] != 1 && start[6] != 2) || start[7] != 0)
      refuse("version " + std::to_string(static_cast<unsigned char>(start[6])) + "." +
                 std::to_string(static_cast<unsigned char>(start[7])),
             "versions 1.0 and 2.0 of the format are read");
    const std::string length = take(start[6] == 1 ? 2 : 4);
    std::uint64_t bytes = 0;
    for (std::size_t k = length.size(); k-- > 0;) bytes = bytes << 8 | static_cast<unsigned char>(length[k]);
    if (bytes > longest_header)
      refuse("a header of " + std::to_string(bytes) + " bytes",
             "at most " + std::to_string(longest_header) + " are read");
    const std::string text = take(bytes);
    const std::optional<NpyHeader> header = parse_npy_header(text);
    if (!header) refuse(printable(text), "the header must hold descr, fortran_order and shape, and nothing else");
    return *header;
  }

  NumberType type_named(const std::string& name) {
    for (const NumberType& type : number_types)
      if (type.name == name) return type;
    refuse("type " + shown(name), "must be bool, or little-endian floating (4 or 8 bytes) or whole numbers");
  }

  /// At most 2^29 rows (set_size) of numbers of 8 bytes: the products fit 64 bits.
  void check_size(const NumberType& type) {
    const auto begin = file_.tellg();
    file_.seekg(0, std::ios::end);
    const auto held = static_cast<std::uint64_t>(file_.tellg() - begin);
    const std::uint64_t wanted = std::uint64_t{builder_.nodes()} * builder_.nodes() * type.bytes;
    if (!file_ || held != wanted)
      refuse(std::to_string(held) + " bytes after the header", "its shape needs " + std::to_string(wanted));
    file_.seekg(begin);
  }

  void read_numbers(const NumberType& type, bool columns_first) {
    const NodeId n = builder_.nodes();
    std::string line(n * type.bytes, '\0');  // a row of the file: a column of the matrix where columns come first
    for (NodeId i = 0; i < n && !builder_.full(); ++i) {
      if (!file_.read(line.data(), static_cast<std::streamsize>(line.size()))) refuse("", "the file cannot be read");
      for (NodeId j = 0; j < n; ++j)
        builder_.add(columns_first ? j : i, columns_first ? i : j, type.at(line.data() + j * type.bytes), 0);
    }
  }

  MatrixBuilder& builder_;
  std::ifstream file_;
};

}  // namespace

void read_matrix_npy(MatrixBuilder& builder) {
  NpyReader(builder).read();
}

}  // namespace sotto
