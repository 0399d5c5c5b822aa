// SPDX-License-Identifier: MIT
// The digest of data files: it changes with every byte, wherever that stands, and with where a file ends.
#include <gtest/gtest.h>

#include <set>

#include "sotto/federation/runner/prepared_node.hpp"
#include "sotto/input/invalid_input.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

class DataDigest : public ::testing::Test {
 protected:
  /// Of rows alone.
  std::string of(const std::string& rows) const {
    folder_.write("rows", rows);
    return digest_of_files(path("rows"), "").hex();
  }
  std::string of(const std::string& rows, const std::string& labels) const {
    folder_.write("rows", rows);
    folder_.write("labels", labels);
    return digest_of_files(path("rows"), path("labels")).hex();
  }
  std::string path(const char* name) const { return (folder_.path() / name).string(); }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(DataDigest, ChangesWithEveryByteOfTheRows) {
  const std::string rows(3 * mib + 5, 'r'), before = of(rows);
  std::set<std::string> seen{before};
  std::size_t changes = 1;
  for (const std::size_t place :
       {std::size_t{0}, mib / 2, mib - 1, mib, mib + 1, 2 * mib - 1, 2 * mib, 3 * mib - 1, 3 * mib, 3 * mib + 4}) {
    std::string other = rows;
    other[place] = 's';
    seen.insert(of(other));
    EXPECT_EQ(seen.size(), ++changes) << place;
  }
  EXPECT_EQ(of(rows), before) << "the same bytes";
}

TEST_F(DataDigest, ChangesWithWhereAFileEnds) {
  std::set<std::string> seen;
  const std::size_t sizes[] = {0, 1, mib - 1, mib, mib + 1, 2 * mib, 2 * mib + 1};
  for (const std::size_t size : sizes) seen.insert(of(std::string(size, '\0')));
  EXPECT_EQ(seen.size(), std::size(sizes));
}

TEST_F(DataDigest, ChangesWithEveryByteOfTheLabelsAndWithWhoHasWhich) {
  const std::string few = "rows", many(mib + 2, 'l');
  std::string last_differs = many;
  last_differs.back() = 'k';
  const std::set<std::string> seen{of(few),       of(few, many), of(few, last_differs),        of(few, ""),
                                   of(many, few), of("", few),   of(few + "l", many.substr(1))};
  EXPECT_EQ(seen.size(), 7u);
}

TEST_F(DataDigest, OfAFileThatIsNotThereIsRefusedAndNotThatOfAnEmptyOne) {
  of("rows");
  for (const auto& [rows, labels] : {std::pair{path("none"), std::string()}, std::pair{path("rows"), path("none")}})
    try {
      digest_of_files(rows, labels);
      ADD_FAILURE() << "accepted";
    } catch (const InvalidInput& refused) {
      EXPECT_EQ(refused.kind(), FaultKind::data);
    }
}

}  // namespace
}  // namespace sotto
