// SPDX-License-Identifier: MIT
// Files pass by: what is held is the matrix, not the text it came from.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>

#include "data/dataset/data_bytes.hpp"

namespace sotto {
namespace {

/// Writes rows as they are asked for, and looks at the heap meanwhile. (With an address sanitizer the heap is not
/// seen.)
class PassingText : public std::streambuf {
 public:
  PassingText(std::string row, std::uint64_t rows) : row_(std::move(row)), left_(rows) {}
  std::size_t most_bytes() const { return most_; }

 protected:
  int_type underflow() override {
    const struct mallinfo2 heap = mallinfo2();
    most_ = std::max(most_, heap.uordblks + heap.hblkhd);
    if (left_ == 0) return traits_type::eof();
    --left_;
    setg(row_.data(), row_.data(), row_.data() + row_.size());
    return traits_type::to_int_type(row_[0]);
  }

 private:
  std::string row_;
  std::uint64_t left_;
  std::size_t most_ = 0;
};

TEST(Streaming, HoldsTheMatrixAndLittleMore) {
  constexpr std::uint64_t rows = 20000;
  const struct mallinfo2 heap = mallinfo2();
  const std::size_t before = heap.uordblks + heap.hblkhd;
  PassingText text("1,2,0," + std::string(2000, 'x') + "\n", rows);  // 40 MB
  std::istream stream(&text);
  const Schema schema{.columns = {{.name = "x", .repeat = 2, .range = PublicRange{0, 4}},
                                  {.name = "y", .role = ColumnRole::label, .range = PublicRange{0, 1}},
                                  {.name = "note", .role = ColumnRole::ignore}}};
  const Dataset data = read_dataset(DataStreams{.rows = stream},
                                    {.path = "x.csv", .csv_header = CsvHeader::none, .declared_rows = rows}, schema);
  constexpr std::size_t matrix = rows * (3 + 1) * sizeof(double);
  EXPECT_EQ(test::dense_values(data).size(), rows * 3);
  EXPECT_LT(text.most_bytes(), before + matrix + 200000) << "64 KiB of the file, a row of it, the schema";
}

}  // namespace
}  // namespace sotto
