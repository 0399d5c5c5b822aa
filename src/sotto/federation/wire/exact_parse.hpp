// SPDX-License-Identifier: MIT
// Bytes that are a message of the schema and nothing else, for sources of this folder alone.
#pragma once

#include <string_view>

namespace sotto {

/// Unknown parts, parts given twice and other encodings of the same are refused: what is signed can be said in one way.
template <class Message>
bool parse_exactly(std::string_view bytes, Message& message) {
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return false;
  message.DiscardUnknownFields();
  return message.ByteSizeLong() == bytes.size() && message.SerializeAsString() == bytes;
}

}  // namespace sotto
