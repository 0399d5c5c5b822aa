// SPDX-License-Identifier: MIT
// A log that nobody reads: whoever writes goes on, what does not fit is counted, and the count is told.
#include "sotto/federation/host/log_writer.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <stdexcept>
#include <utility>

namespace sotto {
namespace {

/// A pipe whose reader reads when it is asked to.
struct SlowReader {
  SlowReader() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    read_end = ends[0];
    write_end = ends[1];
    ::fcntl(write_end, F_SETPIPE_SZ, 4096);
  }
  ~SlowReader() {
    ::close(read_end);
    if (write_end >= 0) ::close(write_end);
  }
  SlowReader(const SlowReader&) = delete;
  SlowReader& operator=(const SlowReader&) = delete;

  /// Until these words have come.
  std::string read_until(const std::string& words) const {
    std::string all;
    for (char one = 0; !all.ends_with(words) && ::read(read_end, &one, 1) == 1;) all += one;
    return all;
  }

  int read_end, write_end;
};

std::string told(std::uint64_t lines) {
  return "<" + std::to_string(lines) + " lost>\n";
}

TEST(LogWriter, WritesLinesInTheirOrder) {
  SlowReader reader;
  LogWriter log({.descriptor = reader.write_end, .lost_lines = told});
  for (int k = 0; k < 100; ++k) log.write("line " + std::to_string(k) + "\n");
  const std::string all = reader.read_until("line 99\n");
  std::string expected;
  for (int k = 0; k < 100; ++k) expected += "line " + std::to_string(k) + "\n";
  EXPECT_EQ(all, expected);
  EXPECT_EQ(log.lost(), 0u);
}

/// A kilobyte a line into a pipe of 4 kB with room for 8 kB before it: of 1000 lines most are lost, and this test ends.
TEST(LogWriter, NeverWaitsForItsReaderAndTellsHowManyLinesWereLost) {
  SlowReader reader;
  LogWriter log({.descriptor = reader.write_end, .most_bytes = 8192, .lost_lines = told});
  for (int k = 0; k < 1000; ++k) log.write(std::string(1023, 'x') + "\n");
  const std::uint64_t lost = log.lost();
  EXPECT_GE(lost, 1000u - 13u);
  EXPECT_LT(lost, 1000u);
  std::uint64_t sum = 0;
  while (sum < lost) {
    const std::string said = reader.read_until(" lost>\n");
    sum += std::stoull(said.substr(said.rfind('<') + 1));
  }
  EXPECT_EQ(sum, lost) << "each is told once";
  log.write("after\n");
  EXPECT_NE(reader.read_until("after\n").find("after\n"), std::string::npos);
  EXPECT_EQ(log.lost(), lost);
}

TEST(LogWriter, EndsThoughNobodyReads) {
  SlowReader reader;
  {
    LogWriter log({.descriptor = reader.write_end, .lost_lines = told});
    for (int k = 0; k < 100; ++k) log.write(std::string(1023, 'x') + "\n");
  }
  std::size_t left = 100 * 1024;  // its thread ends when all of it was taken
  for (char some[4096]; left > 0;) left -= static_cast<std::size_t>(::read(reader.read_end, some, sizeof some));
}

TEST(LogWriter, WritesWhatWaitsBeforeItEnds) {
  SlowReader reader;
  {
    LogWriter log({.descriptor = reader.write_end, .lost_lines = told});
    log.write("last words\n");
  }
  ::close(std::exchange(reader.write_end, -1));
  EXPECT_EQ(reader.read_until("nothing more"), "last words\n");
}

}  // namespace
}  // namespace sotto
