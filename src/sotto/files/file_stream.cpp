// SPDX-License-Identifier: MIT
#include "sotto/files/file_stream.hpp"

#include <unistd.h>

namespace sotto {

FileBuffer::int_type FileBuffer::underflow() {
  const std::size_t count = file_.read(bytes_);
  setg(bytes_.data(), bytes_.data(), bytes_.data() + count);
  return count == 0 ? traits_type::eof() : traits_type::to_int_type(bytes_[0]);
}

FileBuffer::pos_type FileBuffer::seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode) {
  const off_type ahead = egptr() - gptr();  // read already, and not given yet
  const off_type place = from == std::ios_base::beg   ? ::lseek(file_.descriptor(), offset, SEEK_SET)
                         : from == std::ios_base::end ? ::lseek(file_.descriptor(), offset, SEEK_END)
                                                      : ::lseek(file_.descriptor(), offset - ahead, SEEK_CUR);
  setg(bytes_.data(), bytes_.data(), bytes_.data());
  return place;
}

FileBuffer::pos_type FileBuffer::seekpos(pos_type place, std::ios_base::openmode mode) {
  return seekoff(off_type(place), std::ios_base::beg, mode);
}

}  // namespace sotto
