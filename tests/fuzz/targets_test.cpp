// SPDX-License-Identifier: MIT
// Every fuzzed target over a fixed list of nasty inputs, so that they also run where there is no libFuzzer.
#include "fuzz/targets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/input.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto::fuzz {
namespace {

using Target = void (*)(Bytes);

/// Every SOTTO_NASTY_STRIDE-th pair of nasty numbers.
void on_nasty_pairs(Target target) {
  for (int pair = 0; pair < first_plain_byte * first_plain_byte; pair += SOTTO_NASTY_STRIDE) {
    const auto first = static_cast<std::uint8_t>(pair / first_plain_byte);
    const auto second = static_cast<std::uint8_t>(pair % first_plain_byte);
    const std::uint8_t bytes[] = {first, second, 1, 2, 3, 4, 5, 6, 7, 8, second};
    EXPECT_NO_THROW(target(Bytes(bytes))) << int{first} << " " << int{second};
  }
}

void on_random_bytes(Target target) {
  RandomSequence sequence(1, {});
  for (int k = 0; k < 2000; k += SOTTO_NASTY_STRIDE) {
    std::vector<std::uint8_t> bytes(sequence.below(64));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(sequence.below(256));
    EXPECT_NO_THROW(target(bytes)) << k;
  }
}

TEST(Fuzzed, AccountantsRefuseOrAnswerOnTheSafeSide) {
  on_nasty_pairs(accountants);
  on_random_bytes(accountants);
}

TEST(Fuzzed, SamplerParametersAreRefusedOrDrawn) {
  on_nasty_pairs(sampler);
  on_random_bytes(sampler);
}

TEST(Fuzzed, RecordsStayWithinTheirBounds) {
  on_nasty_pairs(clipping);
  on_random_bytes(clipping);
}

TEST(Fuzzed, SettingsAreRefusedOrRead) {
  on_random_bytes(settings);
  for (const std::string_view text : {"", "a = 1", "[a]\nb = nan", "\xff\xfe", "a = 1e999", R"(a = "\uD800")", "[[["})
    EXPECT_NO_THROW(settings({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()})) << text;
}

/// Texts with one of these bytes changed, put in or taken out, read in every way.
void on_changed_texts(Target target, const std::vector<std::string>& texts) {
  RandomSequence sequence(2, {});
  constexpr std::string_view nasty{"\0\n\r\",;:?#-.e0 1\x1f\x8b\xff\t|", 20};
  for (int k = 0; k < 20000; k += SOTTO_NASTY_STRIDE) {
    std::string text = texts[sequence.below(texts.size())];
    for (std::uint64_t changes = sequence.below(4); changes > 0; --changes) {
      const std::size_t at = sequence.below(text.size());
      const char byte = nasty[sequence.below(nasty.size())];
      const std::uint64_t way = sequence.below(3);
      if (way == 0) text[at] = byte;
      if (way == 1) text.insert(at, 1, byte);
      if (way == 2 && text.size() > 1) text.erase(at, 1);
    }
    std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(sequence.below(256)),
                                    static_cast<std::uint8_t>(sequence.below(4))};
    bytes.insert(bytes.end(), text.begin(), text.end());
    EXPECT_NO_THROW(target(bytes)) << k << ": " << text;
  }
}

TEST(Fuzzed, CsvFilesAreRefusedOrSoundRows) {
  on_random_bytes(csv_files);
  on_changed_texts(csv_files,
                   {"a,b,c,y,n,i\n1,2,u,0,p,x\n?,9,w,1,q,\"x\"\n", "1,2,u,0,p,\n3,1e300,1,2,q,\"a\"\"b\n\"\r\n",
                    "1;-2;z;1;p;\n\n", "0,0,u,1,p,\n0,0,v,1.0,q,1\n1,1,1,2,q,\n"});
}

TEST(Fuzzed, LibsvmFilesAreRefusedOrSoundRows) {
  on_random_bytes(libsvm_files);
  on_changed_texts(libsvm_files,
                   {"1 1:1 3:2\n-1 10:1\n", "3 1:1e308 2:-1e308 9:5 # x\n", "1:2 2:3\n4:5 8:1\n", "0\n0\n0 8:?\n"});
}

TEST(Fuzzed, NumpyFilesAreRefusedOrSoundRows) {
  on_random_bytes(npy_files);
  on_changed_texts(npy_files, {std::string(24, '\x40'), std::string(48, '\xff'), std::string(72, '\0'),
                               std::string("\x93NUMPY\1\0\x3d\0", 10) +
                                   "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3)    }\1\2\3\4\5\6"});
}

TEST(Fuzzed, IdxFilesAreRefusedOrSoundRows) {
  on_random_bytes(idx_files);
  const std::string images("\0\0\x08\3\0\0\0\1\0\0\0\2\0\0\0\2\1\2\3\4", 20), labels("\0\0\x08\1\0\0\0\1\2", 9);
  on_changed_texts(idx_files, {"\x14" + images + labels, std::string("\4\1\2\3\4\1", 6),
                               std::string("\x8\1\2\3\4\1\2\3\4\1\2", 11)});
}

/// A small model, with each of its bytes changed in turn: most stay JSON, some stay models.
TEST(Fuzzed, ModelsAreRefusedOrSpeakInFiniteNumbers) {
  on_random_bytes(model);
  const std::string good =
      R"json({"schema":"sotto.model/1","private":false,"why_not_private":"none","loss":{"kind":"softmax","classes":2},
"data":{"intercept":true,"columns":[{"name":"a","range":[-1e99,2]},{"name":"n","scaling":"none","range":[0,9e99]},
{"name":"c","type":"category","levels":["0","1|x"]},
{"name":"y","role":"label","type":"category","classes":true,"levels":["0","1"]}]},
"coefficients":[{"name":"a","encoded":[9e99,-9e99]},{"name":"n","encoded":[-9e99,9e99]},{"name":"c=0","encoded":[0,1]},
{"name":"c=1|x","encoded":[1,2]},{"name":"(intercept)","encoded":[1,-0.5]}]})json";
  const auto on_text = [](const std::string& text) {
    model({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  };
  EXPECT_NO_THROW(on_text(good));
  for (std::size_t at = 0; at < good.size(); at += SOTTO_NASTY_STRIDE)
    for (const char byte : std::string_view("0-9e\".,[]{}x\xff")) {
      std::string text = good;
      text[at] = byte;
      EXPECT_NO_THROW(on_text(text)) << at << byte;
    }
}

/// What lies in seeds/NAME, in the order of the files' names.
std::vector<std::string> seeds_of(const std::string& name) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(SOTTO_SOURCE_DIR "/tests/fuzz/seeds/" + name))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> seeds;
  for (const std::filesystem::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  EXPECT_FALSE(seeds.empty()) << name;
  return seeds;
}

/// Seeds as they are, and with a few bytes changed, put in or taken out.
void on_changed_seeds(Target target, const std::string& name, int times) {
  const auto on_text = [target](const std::string& text) {
    target({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  };
  const std::vector<std::string> seeds = seeds_of(name);
  for (const std::string& seed : seeds) EXPECT_NO_THROW(on_text(seed)) << seed;
  RandomSequence sequence(3, {});
  for (int k = 0; k < times; k += SOTTO_NASTY_STRIDE) {
    std::string bytes = seeds[sequence.below(seeds.size())];
    for (std::uint64_t changes = 1 + sequence.below(4); changes > 0; --changes) {
      const std::size_t at = sequence.below(bytes.size() + 1);
      const auto byte = static_cast<char>(sequence.below(256));
      const std::uint64_t way = sequence.below(3);
      if (way == 0 || at == bytes.size())
        bytes.insert(at, 1, byte);
      else if (way == 1)
        bytes[at] = byte;
      else
        bytes.erase(at, 1);
    }
    EXPECT_NO_THROW(on_text(bytes)) << k << ": " << bytes;
  }
}

TEST(Fuzzed, ChunksAreRefusedOrTheSameBytesOnceWritten) {
  on_random_bytes(chunk);
  on_changed_seeds(chunk, "chunk", 20000);
}

TEST(Fuzzed, FramesAreTheSameInAnyPiecesAndMeanWhatTheyEncodeTo) {
  on_random_bytes(frame_decoder);
  on_changed_seeds(frame_decoder, "frame_decoder", 20000);
}

TEST(Fuzzed, HellosAreAcceptedOnlyWhereNothingSpeaksAgainstThem) {
  on_random_bytes(hello);
  on_changed_seeds(hello, "hello", 20000);
}

TEST(Fuzzed, ManifestsAreRefusedOrAreTheSameRunOnceWritten) {
  on_random_bytes(manifest);
  on_changed_seeds(manifest, "manifest", 10000);
}

TEST(Fuzzed, WordsOfSessionsAreRefusedOrSayWhatCanBe) {
  on_random_bytes(session_word);
  on_changed_seeds(session_word, "session_word", 20000);
}

TEST(Fuzzed, AmendmentsAreRefusedOrTheSameOnceWritten) {
  on_random_bytes(amendment);
  on_changed_seeds(amendment, "amendment", 20000);
}

/// Changes to a real store, four bytes each: where, and what.
TEST(Fuzzed, StoresAreRefusedOrWhole) {
  on_changed_seeds(store_contents, "store_contents", 250);
  RandomSequence sequence(4, {});
  for (int k = 0; k < 250; k += SOTTO_NASTY_STRIDE) {
    std::vector<std::uint8_t> bytes{1};
    for (std::uint64_t changes = 1 + sequence.below(3); changes > 0; --changes) {
      bytes.push_back(static_cast<std::uint8_t>(sequence.below(3)));
      for (int n = 0; n < 3; ++n) bytes.push_back(static_cast<std::uint8_t>(sequence.below(256)));
    }
    EXPECT_NO_THROW(store_contents(bytes)) << k;
  }
}

TEST(FuzzedInput, IsZeroWhenTheBytesRunOut) {
  Input input({});
  EXPECT_EQ(input.word(), 0u);
  EXPECT_EQ(input.number(), 0.0);
}

}  // namespace
}  // namespace sotto::fuzz
