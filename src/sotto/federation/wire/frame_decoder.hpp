// SPDX-License-Identifier: MIT
// Frames out of a stream of bytes that anybody may have written.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "sotto/federation/wire/frame.hpp"

namespace sotto {

class FrameDecoder {
 public:
  /// A longer frame is refused when its length was read, before room is made for it.
  explicit FrameDecoder(std::size_t longest_frame) : longest_(longest_frame) {}

  struct NotYet {};
  struct Broken {
    std::string why;
  };
  using Next = std::variant<Frame, NotYet, Broken>;

  void add(std::string_view bytes);
  /// After Broken there is nothing more to be had.
  Next next();

  /// How many more bytes the frame that has begun still lacks: never more than a frame may have.
  std::size_t room() const;

 private:
  std::size_t longest_;
  std::string pending_;
  bool broken_ = false;
};

}  // namespace sotto
