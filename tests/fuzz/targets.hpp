// SPDX-License-Identifier: MIT
// What is fuzzed. Each target takes any bytes and throws BrokenClaim if what must hold for every input does not.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

namespace sotto::fuzz {

using Bytes = std::span<const std::uint8_t>;

class BrokenClaim : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

inline void hold(bool claim, const char* words) {
  if (!claim) throw BrokenClaim(words);
}

/// A bad number is refused; a good one gives no NaN, and nothing that promises more than the exact curve.
void accountants(Bytes bytes);

/// Parameters are refused, or numbers of their size are drawn.
void sampler(Bytes bytes);

/// Whatever gradients, steps and scales: a record stays within its bound, and so do estimates of neighbours.
void clipping(Bytes bytes);

/// A file is refused with a text that can be shown, or read.
void settings(Bytes bytes);

/// A data file is refused with a text that can be shown, or gives finite rows of the declared number, length and norm.
void csv_files(Bytes bytes);
void libsvm_files(Bytes bytes);
void npy_files(Bytes bytes);
void idx_files(Bytes bytes);

/// A file is refused with a text that can be shown, or it is a model that says something finite of any row and that is
/// the same once it is written.
void model(Bytes bytes);

/// What a chunk of trials brought is refused with a text that can be shown, or it is these very bytes once it is
/// written.
void chunk(Bytes bytes);

/// Whatever a neighbour sends, in whatever pieces: the same frames, in the very bytes that they encode to, until
/// something is broken; and never is more than a frame waited for.
void frame_decoder(Bytes bytes);

/// A hello is accepted only where nothing that is known speaks against it.
void hello(Bytes bytes);

/// A manifest is refused with a text that can be shown, or it is the same run once it is written, within its promises.
void manifest(Bytes bytes);

/// Whatever a member of masked sums signs: a word is refused, or says what can be; nobody goes on unless all agree.
void session_word(Bytes bytes);

/// An amendment is refused, or it is the same once it is written; nobody has signed it by chance.
void amendment(Bytes bytes);

/// The file of a store is refused as such, or all of it can be read and nothing of it is damaged.
void store_contents(Bytes bytes);

}  // namespace sotto::fuzz
