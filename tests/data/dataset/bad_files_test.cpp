// SPDX-License-Identifier: MIT
// Bad files of every kind: an error with its place and its rule, never what a cell holds, never a matrix.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "data/dataset/data_bytes.hpp"
#include "graph/matrix_files.hpp"

namespace sotto {
namespace {

using test::DataFile;
using test::gzipped;
using test::idx_file;

/// Cells of bad files hold it where they can; no error text may.
const std::string planted = "s3cr3t";

struct BadFile {
  const char* name;
  DataFile file;
  std::vector<std::string> says;  ///< place, and words of the rule
};

void expect_refused(const std::vector<BadFile>& files, const DataSource& source, const Schema& schema) {
  for (const BadFile& bad : files) {
    const std::string said = test::refusal(bad.file, source, schema);
    EXPECT_TRUE(said.starts_with("data| ")) << bad.name << ": " << said;
    for (const std::string& words : bad.says)
      EXPECT_NE(said.find(words), std::string::npos) << bad.name << ": " << said;
    EXPECT_EQ(said.find(planted), std::string::npos) << bad.name << ": " << said;
  }
}

Schema people() {
  return {.columns = {{.name = "age", .range = PublicRange{0, 100}},
                      {.name = "sex", .type = ColumnType::category, .levels = {"f", "m"}},
                      {.name = "dose", .range = PublicRange{0, 10}, .scaling = Scaling::unit},
                      {.name = "note", .role = ColumnRole::ignore},
                      {.name = "ill", .role = ColumnRole::label, .type = ColumnType::category, .levels = {"no", "yes"}},
                      {.name = "ward", .role = ColumnRole::node, .type = ColumnType::category, .levels = {"A", "B"}}}};
}

const std::string head = "age,sex,dose,note,ill,ward\n";
const std::string good = "40,f,1,x,no,A\n";

TEST(BadFiles, TheGoodOneThatBadOnesAreMadeFromIsRead) {
  EXPECT_EQ(test::refusal({head + good + good}, {.path = "p.csv", .declared_rows = 2}, people()), "");
}

TEST(BadFiles, OfCsvAreRefusedByTheirBytes) {
  const std::string nul("40,f,1,\0,no,A\n", 14);
  const auto with = [](const std::string& row) { return DataFile{head + good + row}; };
  expect_refused(
      {{"nothing", {""}, {"p.csv", "the file is empty"}},
       {"a mark alone", {"\xEF\xBB\xBF"}, {"p.csv", "the file is empty"}},
       {"half a mark", {"\xEF\xBBx" + head}, {"p.csv:1", "byte order mark"}},
       {"UTF-16",
        {"\xFF\xFE"
         "a\0g\0"},
        {"p.csv:1", "UTF-8"}},
       {"UTF-16 the other way", {"\xFE\xFF" + head}, {"p.csv:1", "UTF-8"}},
       {"NUL in a row", with(nul), {"p.csv:3", "column 4", "NUL byte"}},
       {"NUL in quotes", with(std::string("40,f,1,\"\0\",no,A\n", 16)), {"p.csv:3", "column 4", "NUL byte"}},
       {"NUL in the header", {std::string("a\0ge", 4) + head}, {"p.csv:1", "column 1", "NUL byte"}},
       {"a quote inside", with("40,f,1,s3cr3t\"x\",no,A\n"), {"p.csv:3", "column 4", "does not begin with one"}},
       {"a quote after a blank", with("40, \"f\",1,x,no,A\n"), {"p.csv:3", "column 2", "does not begin with one"}},
       {"text after a quote", with("40,f,1,\"s3cr3t\"x,no,A\n"), {"p.csv:3", "column 4", "follows a closing quote"}},
       {"a blank after a quote", with("40,\"f\" ,1,x,no,A\n"), {"p.csv:3", "column 2", "follows a closing quote"}},
       {"an open quote", with("40,f,1,\"s3cr3t,no,A\n"), {"p.csv:3", "column 4", "never closes"}},
       {"an open quote, lines later", with(good + "40,\"s3cr3t\n\n\n\n"), {"p.csv:4", "column 2", "never closes"}},
       {"an open quote in the header", {"\"" + head + good}, {"p.csv:1", "column 1", "never closes"}},
       {"a lone CR", with("40,f,1,x\r,no,A\n"), {"p.csv:3", "column 4", "carriage return"}},
       {"lines that end with CR", {"age,sex\r40,f\r"}, {"p.csv:1", "carriage return"}},
       {"a CR at the end", with("40,f,1,x,no,A\r"), {"p.csv:3", "carriage return"}},
       {"a CR after a quote", with("40,f,1,\"x\"\r,no,A\n"), {"p.csv:3", "carriage return"}},
       {"an endless row", with("40,f,1," + std::string(17 << 20, 'x')), {"p.csv:3", "column 4", "16 MiB"}},
       {"an endless quote", with("40,f,1,\"" + std::string(17 << 20, '\n')), {"16 MiB"}},
       {"an empty line between", with("\n" + good), {"p.csv:3", "the line is empty, and rows follow"}},
       {"an empty line first", {head + "\n" + good + good}, {"p.csv:2", "the line is empty"}},
       {"a cell less", with("40,f,1,s3cr3t,no\n"), {"p.csv:3", "5 cells", "must have 6"}},
       {"a cell more", with("40,f,1,s3cr3t,no,A,7\n"), {"p.csv:3", "7 cells", "must have 6"}},
       {"a comma more", with("40,f,1,x,no,A,\n"), {"p.csv:3", "7 cells", "must have 6"}},
       {"very many cells", with(std::string(100000, ',') + "\n"), {"p.csv:3", "100001 cells", "must have 6"}},
       {"another separator", {head + good + "40;f;1;s3cr3t;no;A\n"}, {"p.csv:3", "1 cells", "must have 6"}},
       {"blanks alone", with("  \n"), {"p.csv:3", "1 cells", "must have 6"}},
       {"a cut row", with("40,f,1"), {"p.csv:3", "3 cells", "must have 6"}},
       {"no rows", {head}, {"p.csv", "a file of 0 rows", "2 rows are declared"}},
       {"a row too few", {head + good}, {"p.csv", "a file of 1 rows", "2 rows are declared"}},
       {"two rows too many", with(good + good + good), {"p.csv", "a file of 4 rows", "2 rows are declared"}},
       {"a row too many that is cut", with(good + "40,f\n"), {"p.csv:4", "2 cells"}}},
      {.path = "p.csv", .declared_rows = 2}, people());
}

/// A column that was declared wrongly is one mistake, however many rows there are.
TEST(BadFiles, TheSameFaultOfManyRowsIsSaidOnceAndCounted) {
  std::string rows = head;
  for (int k = 0; k < 100; ++k) rows += k % 2 == 0 ? "40,s3cr3t,1,x,no,A\n" : "young,s3cr3t,1,x,no,A\n";
  const std::string said = test::refusal({rows + "40,f\n"}, {.path = "p.csv", .declared_rows = 101}, people());
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 2) << said;
  EXPECT_NE(said.find("column 2 (sex): is none of the declared levels"), std::string::npos) << said;
  EXPECT_NE(said.find("(p.csv:2, and 99 more places)"), std::string::npos) << said;
  EXPECT_NE(said.find("(p.csv:3, and 49 more places)"), std::string::npos) << said;
  EXPECT_NE(said.find("(p.csv:102)"), std::string::npos) << "a fault after them is said too: " << said;
}

TEST(BadFiles, OfCsvAreRefusedByTheirNames) {
  const auto named = [](const std::string& names) { return DataFile{names + "\n" + good + good}; };
  expect_refused(
      {{"a row in place of names", {"40,f,s3cr3t,x,no,A\n" + good + good}, {"p.csv:1", "column 1", "not declared"}},
       {"an undeclared name", named("age,sex,dose,note,ill,ward,s3cr3t"), {"p.csv:1", "column 7", "not declared"}},
       {"a misspelt name",
        named("age,sex,dose,note,ill,Ward"),
        {"column 6", "not declared", "no column has the declared name ward"}},
       {"a name twice", named("age,sex,dose,note,ill,age"), {"column 6 (age)", "column 1 has this name already"}},
       {"a feature absent", {"age,sex,note,ill,ward\n"}, {"p.csv:1", "no column has the declared name dose"}},
       {"the label absent", {"age,sex,dose,note,ward\n"}, {"no column has the declared name ill"}},
       {"the node absent", {"age,sex,dose,note,ill\n"}, {"no column has the declared name ward"}},
       {"no name", named("age,,dose,note,ill,ward"), {"column 2", "not declared", "declared name sex"}},
       {"another separator", named("age;sex;dose;note;ill;ward"), {"column 1", "not declared"}}},
      {.path = "p.csv", .declared_rows = 2}, people());
}

TEST(BadFiles, OfCsvAreRefusedByTheirCells) {
  const auto with = [](const std::string& row) { return DataFile{head + good + row + "\n"}; };
  const char* const number = "must be a number";
  expect_refused(
      {{"a word for a number", with("s3cr3t,f,1,x,no,A"), {"p.csv:3", "column 1 (age)", number}},
       {"a number and a word", with("40 s3cr3t,f,1,x,no,A"), {"column 1 (age)", number}},
       {"hexadecimal", with("0x28,f,1,x,no,A"), {"column 1 (age)", number}},
       {"a decimal comma", with("\"40,5\",f,1,x,no,A"), {"column 1 (age)", number}},
       {"thousands", with("\"1,000\",f,1,x,no,A"), {"column 1 (age)", number}},
       {"two points", with("4.0.1,f,1,x,no,A"), {"column 1 (age)", number}},
       {"a point alone", with(".,f,1,x,no,A"), {"column 1 (age)", number}},
       {"a sign alone", with("-,f,1,x,no,A"), {"column 1 (age)", number}},
       {"two signs", with("--4,f,1,x,no,A"), {"column 1 (age)", number}},
       {"an exponent without digits", with("4e,f,1,x,no,A"), {"column 1 (age)", number}},
       {"an exponent alone", with("e4,f,1,x,no,A"), {"column 1 (age)", number}},
       {"a percent sign", with("40%,f,1,x,no,A"), {"column 1 (age)", number}},
       {"a digit of another script", with("\xD9\xA4,f,1,x,no,A"), {"column 1 (age)", number}},
       {"a number of 2000 digits", with(std::string(2000, '1') + ",f,1,x,no,A"), {"column 1 (age)", number}},
       {"nothing", with(",f,1,x,no,A"), {"p.csv:3", "column 1 (age)", "is missing"}},
       {"a quoted nothing", with("\"\",f,1,x,no,A"), {"column 1 (age)", "is missing"}},
       {"blanks", with("  ,f,1,x,no,A"), {"column 1 (age)", "is missing"}},
       {"a question mark", with("40,f,?,x,no,A"), {"column 3 (dose)", "is missing"}},
       {"not a number", with("nan,f,1,x,no,A"), {"column 1 (age)", "is missing"}},
       {"infinity", with("-Infinity,f,1,x,no,A"), {"column 1 (age)", "is missing"}},
       {"beyond doubles", with("1e999,f,1,x,no,A"), {"column 1 (age)", "is missing"}},
       {"a missing level", with("40,NA,1,x,no,A"), {"column 2 (sex)", "is missing"}},
       {"a missing label", with("40,f,1,x,?,A"), {"column 5 (ill)", "is missing"}},
       {"a missing node", with("40,f,1,x,no,"), {"column 6 (ward)", "is missing"}},
       {"an unknown level", with("40,s3cr3t,1,x,no,A"), {"p.csv:3", "column 2 (sex)", "none of the declared levels"}},
       {"another case", with("40,F,1,x,no,A"), {"column 2 (sex)", "none of the declared levels"}},
       {"bytes that are no text", with("40,\xC3\x28,1,x,no,A"), {"column 2 (sex)", "none of the declared levels"}},
       {"an unknown label", with("40,f,1,x,s3cr3t,A"), {"column 5 (ill)", "none of the declared levels"}},
       {"an unknown node", with("40,f,1,x,no,s3cr3t"), {"column 6 (ward)", "none of the declared levels"}},
       {"after a cell of three lines",
        {head + "40,f,1,\"a\n\nb\",no,A\ns3cr3t,f,1,x,no,A"},
        {"p.csv:5", "column 1 (age)"}},
       {"three at once", with("s3cr3t,s3cr3t,?,x,no,A"), {"column 1 (age)", "column 2 (sex)", "column 3 (dose)"}}},
      {.path = "p.csv", .declared_rows = 2}, people());
}

Schema marks() {
  return {.columns = {{.name = "y", .role = ColumnRole::label, .type = ColumnType::category, .levels = {"-1", "+1"}},
                      {.name = "x", .repeat = 5, .range = PublicRange{-2, 2}, .scaling = Scaling::none}},
          .sparse = true};
}

TEST(BadFiles, OfLibsvmAreRefused) {
  const auto with = [](const std::string& line) { return DataFile{"+1 1:1 3:0.5\n" + line + "\n"}; };
  EXPECT_EQ(test::refusal(with("-1 2:1 # a remark"), {.path = "m.libsvm", .declared_rows = 2}, marks()), "");
  const char* const form = "must be index:value";
  expect_refused({{"nothing", {""}, {"m.libsvm", "a file of 0 rows", "2 rows are declared"}},
                  {"a row less", {"+1 1:1\n"}, {"a file of 1 rows"}},
                  {"a row more", with("-1\n-1"), {"a file of 3 rows"}},
                  {"NUL", with(std::string("-1 1:1\0", 7)), {"m.libsvm:2", "NUL byte"}},
                  {"an endless line", with("-1 " + std::string(17 << 20, ' ')), {"m.libsvm:2", "16 MiB"}},
                  {"a word", with("-1 s3cr3t"), {"m.libsvm:2", "entry 1", form}},
                  {"no index", with("-1 :1"), {"entry 1", form}},
                  {"no value", with("-1 2:1 3:"), {"entry 2", form}},
                  {"a blank after the colon", with("-1 2: 1"), {"entry 1", form}},
                  {"a word as index", with("-1 qid:3"), {form}},
                  {"a fraction as index", with("-1 1.5:3"), {form}},
                  {"a negative index", with("-1 -1:3"), {form}},
                  {"a sign before an index", with("-1 +1:3"), {form}},
                  {"index 0", with("-1 0:3"), {"m.libsvm:2", "indices begin at 1"}},
                  {"an index beyond", with("-1 6:3"), {"m.libsvm:2", "beyond the 5 declared"}},
                  {"an index of 30 digits", with("-1 111111111111111111111111111111:3"), {"beyond the 5 declared"}},
                  {"an index again", with("-1 2:3 2:3"), {"entry 2", "must rise"}},
                  {"indices that fall", with("-1 4:1 2:3"), {"entry 2", "must rise"}},
                  {"a word as value", with("-1 2:s3cr3t"), {"m.libsvm:2", "column 2 (x2)", "must be a number"}},
                  {"two colons", with("-1 2:3:4"), {"column 2 (x2)", "must be a number"}},
                  {"a value that is not finite", with("-1 2:inf"), {"column 2 (x2)", "is missing"}},
                  {"a missing value", with("-1 2:?"), {"column 2 (x2)", "is missing"}},
                  {"a comma", with("-1,2:3"), {"m.libsvm:2", "label"}},
                  {"another label", with("7 2:3"), {"m.libsvm:2", "y: is none of the declared levels"}},
                  {"two labels", with("1,2 2:3"), {"m.libsvm:2", "y: is none of the declared levels"}},
                  {"a label not finite", with("nan 2:3"), {"m.libsvm:2", "y: is missing"}},
                  {"no label", with("2:3"), {"m.libsvm:2", "some with index:value"}},
                  {"labels nowhere", {"1:1\n2:1\n"}, {"m.libsvm:1", "label", "must begin"}},
                  {"CR alone", {"+1 1:1\r-1 2:1\r"}, {"m.libsvm:1", "must be a number"}},
                  {"a CSV", {"a,b,c\n1,2,3\n"}, {"m.libsvm:1", "none of the declared levels"}}},
                 {.path = "m.libsvm", .declared_rows = 2}, marks());
}

TEST(BadFiles, ThatArePackedAreRefusedWhereTheyAreDamaged) {
  std::string text = head;
  for (int k = 0; k < 5000; ++k)
    text += std::to_string(k % 97) + ",f,1," + std::to_string(k * 7919 % 10007) + ",no,A\n";
  const std::string packed = gzipped(text);
  const DataSource source{.path = "p.csv.gz", .declared_rows = 5000};
  EXPECT_EQ(test::refusal({packed}, source, people()), "");
  std::string damaged = packed, sum = packed, length = packed;
  damaged[packed.size() / 2] ^= 0x55;
  sum[packed.size() - 6] ^= 1;
  length[packed.size() - 2] ^= 1;
  expect_refused({{"cut", {packed.substr(0, packed.size() / 2)}, {"p.csv.gz", "cut off"}},
                  {"cut before its sum", {packed.substr(0, packed.size() - 3)}, {"p.csv.gz", "cut off"}},
                  {"its header alone", {packed.substr(0, 10)}, {"p.csv.gz", "cut off"}},
                  {"two bytes", {packed.substr(0, 2)}, {"p.csv.gz", "cut off"}},
                  {"another check sum", {sum}, {"p.csv.gz", "damaged"}},
                  {"another length", {length}, {"p.csv.gz", "damaged"}},
                  {"followed by text", {packed + "s3cr3t"}, {"p.csv.gz", "something else"}},
                  {"damaged inside", {damaged}, {"p.csv.gz"}},
                  {"a part more", {packed + gzipped(good)}, {"p.csv.gz", "a file of 5001 rows"}}},
                 source, people());
}

Schema three_numbers() {
  return {.columns = {{.name = "x", .repeat = 2, .range = PublicRange{-9, 9}},
                      {.name = "y", .role = ColumnRole::label, .range = PublicRange{0, 9}}}};
}

TEST(BadFiles, OfNumpyAreRefused) {
  const std::vector<double> six{1, 2, 3, 4, 5, 6};
  const auto npy = [&](const Npy& spec) { return DataFile{npy_file<double>(spec, six)}; };
  const DataSource source{.path = "t.npy", .declared_rows = 2};
  const Npy sound{.shape = "(2, 3)"};
  const std::string whole = npy_file<double>(sound, six);
  EXPECT_EQ(test::refusal({whole}, source, three_numbers()), "");
  const auto numbers = [](double bad) { return DataFile{npy_file<double>({.shape = "(2, 3)"}, {1, 2, 3, 4, bad, 6})}; };
  expect_refused(
      {{"nothing", {""}, {"t.npy", "header does not end"}},
       {"text", {head + good}, {"t.npy", "does not begin with"}},
       {"a start alone", {whole.substr(0, 9)}, {"header does not end"}},
       {"half a header", {whole.substr(0, 40)}, {"header does not end"}},
       {"a header too long", {std::string("\x93NUMPY\x02\0\xFF\xFF\xFF\xFF", 12)}, {"at most 65536"}},
       {"version 3", npy({.shape = "(2, 3)", .version = 3}), {"version 1.0 or 2.0"}},
       {"objects", npy({.type = "|O", .shape = "(2, 3)"}), {"must be bool"}},
       {"text in cells", npy({.type = "<U6", .shape = "(2, 3)"}), {"must be bool"}},
       {"big endian", npy({.type = ">f8", .shape = "(2, 3)"}), {"must be bool"}},
       {"no such order", npy({.order = "Maybe", .shape = "(2, 3)"}), {"the header must hold"}},
       {"a negative size", npy({.shape = "(-2, 3)"}), {"the header must hold"}},
       {"no dimension", npy({.shape = "()"}), {"at least one dimension"}},
       {"one dimension", npy({.shape = "(6,)"}), {"1 numbers in a row", "3 columns"}},
       {"a column less", npy({.shape = "(3, 2)"}), {"2 numbers in a row", "3 columns"}},
       {"no columns", npy({.shape = "(2, 0)"}), {"0 numbers in a row", "3 columns"}},
       {"rows beyond the declared",
        {npy_file<double>({.shape = "(3, 3)"}, {1, 2, 3, 4, 5, 6, 7, 8, 9})},
        {"a file of 3 rows", "2 rows are declared"}},
       {"rows that are not there",
        {npy_file<double>(sound, {1, 2, 3, 4, 5})},
        {"40 bytes after the header", "needs 48"}},
       {"bytes too many", {whole + "x"}, {"49 bytes after the header", "needs 48"}},
       {"sizes that overflow", npy({.shape = "(4294967296, 4294967296, 4294967296)"}), {"more numbers than"}},
       {"rows that overflow", npy({.shape = "(18446744073709551615, 3)"}), {"more numbers than"}},
       {"missing", numbers(std::nan("")), {"t.npy: row 2", "column 2 (x2)", "is missing"}},
       {"infinite", numbers(-HUGE_VAL), {"t.npy: row 2", "column 2 (x2)", "is missing"}},
       {"packed and cut", {gzipped(whole).substr(0, 40)}, {"cut off"}},
       {"packed, a row less", {gzipped(npy_file<double>(sound, {1, 2, 3, 4}))}, {"cut off in row 2 of 2"}},
       {"packed, bytes too many", {gzipped(whole + "x")}, {"something follows"}},
       {"packed, columns first", {gzipped(npy_file<double>({.order = "True", .shape = "(2, 3)"}, six))}, {"Fortran"}}},
      source, three_numbers());
}

TEST(BadFiles, OfImagesAndTheirLabelsAreRefused) {
  const Schema digits{
      .columns = {
          {.name = "pixel", .repeat = 4, .range = PublicRange{0, 255}, .scaling = Scaling::unit},
          {.name = "digit", .role = ColumnRole::label, .type = ColumnType::category, .levels = {"0", "1", "2"}}}};
  const DataSource source{.path = "images.idx", .labels_path = "labels.idx", .declared_rows = 2};
  const std::string pixels("\0\1\2\3\4\5\6\xFF", 8), two("\1\2", 2);
  const std::string images = idx_file(8, {2, 2, 2}, pixels), labels = idx_file(8, {2}, two);
  EXPECT_EQ(test::refusal({images, labels}, source, digits), "");
  expect_refused(
      {{"nothing", {"", labels}, {"images.idx", "is not an IDX file"}},
       {"text", {head, labels}, {"images.idx", "is not an IDX file"}},
       {"an unknown type", {idx_file(10, {2, 2, 2}, pixels), labels}, {"images.idx", "type"}},
       {"no dimension", {idx_file(8, {}, pixels), labels}, {"images.idx", "at least one dimension"}},
       {"a header cut off", {images.substr(0, 9), labels}, {"images.idx", "header does not end"}},
       {"255 dimensions", {std::string("\0\0\x08\xFF", 4) + pixels, labels}, {"images.idx", "header does not end"}},
       {"sizes that overflow", {idx_file(8, {2, 0xFFFFFFFF, 0xFFFFFFFF}, pixels), labels}, {"more numbers than"}},
       {"an image of another size", {idx_file(8, {2, 2, 1}, pixels), labels}, {"2 numbers in a row", "4 columns"}},
       {"an image cut off", {images.substr(0, images.size() - 1), labels}, {"7 bytes after the header", "needs 8"}},
       {"bytes too many", {images + "x", labels}, {"9 bytes after the header"}},
       {"another number of images", {idx_file(8, {1, 2, 2}, pixels), labels}, {"a file of 1 rows", "2 rows"}},
       {"packed and cut off", {gzipped(images.substr(0, 20)), labels}, {"cut off in row 2 of 2"}},
       {"no labels", {images, ""}, {"labels.idx", "is not an IDX file"}},
       {"labels of text", {images, "1\n2\n"}, {"labels.idx", "is not an IDX file"}},
       {"a label less", {images, idx_file(8, {1}, "\1")}, {"labels.idx", "1 labels", "each of the 2 rows"}},
       {"a label more", {images, idx_file(8, {3}, "\1\2\1")}, {"labels.idx", "3 labels", "each of the 2 rows"}},
       {"labels cut off", {images, labels.substr(0, 9)}, {"labels.idx", "1 bytes after the header", "needs 2"}},
       {"packed labels cut off", {images, gzipped(labels.substr(0, 9))}, {"labels.idx", "cut off in row 2 of 2"}},
       {"damaged labels", {images, gzipped(labels).substr(0, 15)}, {"labels.idx", "cut off"}},
       {"two numbers a label", {images, idx_file(8, {2, 2}, "\1\2\1\2")}, {"labels.idx", "a label is one number"}},
       {"an unknown label", {images, idx_file(8, {2}, "\1\7")}, {"labels.idx: row 2", "digit: is none of"}},
       {"images in place of labels", {images, images}, {"labels.idx", "4 numbers in a row"}},
       {"labels in place of images", {labels, labels}, {"images.idx", "1 numbers in a row", "4 columns"}}},
      source, digits);
}

/// Each row has another number of cells.
TEST(BadFiles, ShowTwentyFaultsAtMost) {
  std::string text = head;
  for (std::size_t k = 0; k < 100; ++k) text += "40,f,1,x,no,A," + std::string(k, ',') + "\n";
  const std::string said = test::refusal({text}, {.path = "p.csv", .declared_rows = 100}, people());
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 19);
}

TEST(BadFiles, ThatCannotBeOpenedAreNamed) {
  for (const char* path : {"/nonexistent/p.csv", "/"}) {
    try {
      read_dataset({.path = path, .format = FileFormat::csv, .declared_rows = 1}, people());
      ADD_FAILURE() << path;
    } catch (const InvalidInput& refused) {
      EXPECT_EQ(refused.kind(), FaultKind::data);
      EXPECT_NE(std::string(refused.what()).find(path), std::string::npos) << refused.what();
    }
  }
}

}  // namespace
}  // namespace sotto
