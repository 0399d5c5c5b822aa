// SPDX-License-Identifier: MIT
// NumPy files (versions 1 and 2, little endian): the size that the header claims is checked before anything is read.
#include "sotto/files/npy_header.hpp"
#include "sotto/files/opened_file.hpp"
#include "sotto/graph/matrix_file.hpp"

namespace sotto {
namespace {

class NpyReader {
 public:
  explicit NpyReader(MatrixBuilder& builder) : builder_(builder), file_(builder.file()) {}

  void read() {
    const NpyHeader header = read_header();
    const NpyNumber type = type_named(header.type);
    if (header.shape.size() != 2) refuse("must be a matrix: two dimensions");
    builder_.set_size(header.shape[0], header.shape[1], 0);
    check_size(type);
    read_numbers(type, header.columns_first);
  }

 private:
  [[noreturn]] void refuse(std::string rule) { builder_.refuse(0, std::move(rule)); }

  NpyHeader read_header() {
    return read_npy_header({.take =
                                [this](std::uint64_t bytes) {
                                  std::string taken(bytes, '\0');
                                  file_.read(taken.data(), static_cast<std::streamsize>(bytes));
                                  taken.resize(static_cast<std::size_t>(file_.gcount()));
                                  return taken;
                                },
                            .refuse = [this](std::string rule) { refuse(std::move(rule)); }});
  }

  NpyNumber type_named(const std::string& name) {
    const std::optional<NpyNumber> type = npy_number(name);
    if (!type) refuse(std::string("the type of its numbers ") + npy_number_rule);
    return *type;
  }

  /// At most 2^29 rows (set_size) of numbers of 8 bytes: the products fit 64 bits.
  void check_size(const NpyNumber& type) {
    const auto begin = file_.tellg();
    file_.seekg(0, std::ios::end);
    const auto held = static_cast<std::uint64_t>(file_.tellg() - begin);
    const std::uint64_t wanted = std::uint64_t{builder_.nodes()} * builder_.nodes() * type.bytes;
    if (!file_ || held != wanted) refuse("the bytes after its header must be as many as its shape needs");
    file_.seekg(begin);
  }

  void read_numbers(const NpyNumber& type, bool columns_first) {
    const NodeId n = builder_.nodes();
    std::string line(n * type.bytes, '\0');  // a row of the file: a column of the matrix where columns come first
    for (NodeId i = 0; i < n && !builder_.full(); ++i) {
      if (!file_.read(line.data(), static_cast<std::streamsize>(line.size()))) refuse("cannot be read");
      for (NodeId j = 0; j < n; ++j)
        builder_.add(columns_first ? j : i, columns_first ? i : j, type.at(line.data() + j * type.bytes), 0);
    }
  }

  MatrixBuilder& builder_;
  FileStream file_;
};

}  // namespace

void read_matrix_npy(MatrixBuilder& builder) {
  NpyReader(builder).read();
}

}  // namespace sotto
