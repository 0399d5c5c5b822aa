// SPDX-License-Identifier: MIT
// The one way in which this project opens a file to read it, as bytes or as a stream: plain files alone, and never one
// that makes it wait.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <istream>
#include <span>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>

#include "sotto/input/invalid_input.hpp"

namespace sotto {

/// A descriptor of the operating system that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

/// A file that somebody named, and how its faults are told. No fault of a file shows what is in it.
struct NamedFile {
  std::string field;  ///< the option or key that named it: "graph.file"
  std::string path;
  FaultKind kind = FaultKind::data;
};

/// " (/the/whole/path)" where the path is relative, for a fault: it does not say in which folder.
std::string where_it_was_sought(const std::string& path);

/// Whether a link to a plain file will do. A person may give one as an option; what came from others in a folder
/// (results, signatures) must not lead out of it.
enum class Links { followed, refused };

class OpenedFile {
 public:
  OpenedFile(Descriptor descriptor, const struct stat& status) : descriptor_(std::move(descriptor)), status_(status) {}

  int descriptor() const { return descriptor_.number(); }
  const struct stat& status() const { return status_; }  ///< of the very file that is read

  /// Fills `out`, or as much of it as there are bytes. Throws std::ios_base::failure where the disk fails, for streams.
  std::size_t read(std::span<char> out) const;

 private:
  Descriptor descriptor_;
  struct stat status_;
};

/// Refuses what is no plain file before it is opened (to open some has an effect), and whatever else cannot be read.
OpenedFile open_to_read(const NamedFile& file, Links links = Links::followed);

/// What a fault says of a file as a whole: its path, and the rule.
[[noreturn]] void refuse_file(const NamedFile& file, const std::string& rule);

/// All bytes; refuses a file of more than `most`.
std::string read_whole_file(const NamedFile& file, std::size_t most, Links links = Links::followed);

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
  double read_ = 0;  ///< bytes, for who waits
  std::array<char, 65536> bytes_;
};

/// In the place of a std::ifstream. A file that cannot be opened is refused when the stream is made.
class FileStream : private FileBuffer, public std::istream {
 public:
  explicit FileStream(const NamedFile& file, Links links = Links::followed)
      : FileBuffer(open_to_read(file, links)), std::istream(static_cast<FileBuffer*>(this)) {}
};

/// What a file most likely is, for a person who gave the wrong one. It names a kind of file, never what is in it:
/// "a private key", "rows of data", "JSON", ...; nothing where the text shows no such thing. Looks at its beginning.
std::string_view likeness_of(std::string_view text);

/// "; this looks like a private key, not like TOML", or nothing.
std::string looks_like(std::string_view text, std::string_view wanted = "");

}  // namespace sotto
