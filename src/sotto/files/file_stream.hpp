// SPDX-License-Identifier: MIT
// A plain file as a stream.
#pragma once

#include <array>
#include <istream>
#include <streambuf>

#include "sotto/files/opened_file.hpp"

namespace sotto {

/// Bytes of an opened file, 64 KiB at a time.
class FileBuffer : public std::streambuf {
 public:
  explicit FileBuffer(OpenedFile file) : file_(std::move(file)) {}

 protected:
  int_type underflow() override;
  pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode) override;
  pos_type seekpos(pos_type place, std::ios_base::openmode) override;

 private:
  OpenedFile file_;
  std::array<char, 65536> bytes_;
};

/// In the place of a std::ifstream. A file that cannot be opened is refused when the stream is made.
class FileStream : private FileBuffer, public std::istream {
 public:
  explicit FileStream(const NamedFile& file, Links links = Links::followed)
      : FileBuffer(open_to_read(file, links)), std::istream(static_cast<FileBuffer*>(this)) {}
};

}  // namespace sotto
