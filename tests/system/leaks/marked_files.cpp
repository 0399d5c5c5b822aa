// SPDX-License-Identifier: MIT
// Marked files.
#include "system/leaks/marked_files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <filesystem>

namespace sotto::test {
namespace {

namespace fs = std::filesystem;

const std::string key_pem = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEI" + mark +
                            "uTEPrJkbMZOQE1eK1H5qlyagCY6\n-----END PRIVATE KEY-----\n";
const std::string rows_csv =
    "name," + mark + ",result\n" + mark + ",44,positive\nBob " + mark + ",45," + number_mark + "\n";
const std::string promise = "[privacy]\nepsilon = 4.0\ndelta = 1e-6\n";

std::string packed(const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "packed").string();
  gzFile file = ::gzopen(path.c_str(), "wb");
  ::gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  ::gzclose(file);
  return folder.read("packed");
}

std::string npy_with(const std::string& header) {
  return std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header + "12345678";
}

std::string many(const std::string& text, int count) {
  std::string all;
  for (int k = 0; k < count; ++k) all += text;
  return all;
}

/// Name and content. All faults of a configuration are told at once, but those of its syntax hide the rest.
std::vector<std::pair<std::string, std::string>> contents() {
  const std::string quoted = "\"" + mark + " 1\"", text = "\"" + mark + "\"", market = "%%MatrixMarket matrix ";
  return {
      {"rows.csv", rows_csv},
      {"site.key", key_pem},
      {"edges.txt", "0 1\n1 " + mark + "\n" + mark + " 2\n1 2\n"},
      {"gap.txt", "0 1\n2 " + number_mark + "\n"},
      {"binary.bin", std::string("\x7f\x45\0\x01", 4) + mark + std::string(3, '\0') + mark},
      {"line.txt", many(mark, 100'000)},
      {"secrets.toml", "password = " + text + "\n" + mark + " = 1\n[" + mark + "." + mark + "]\nx = " + text + "\n"},
      {"no_settings.toml", promise + quoted + " = 2\n[graph]\nkind = [" + text + "]\n[run]\nseed = [[" + number_mark +
                               "]]\n[a.b.c." + mark + "]\n[\"a " + mark + "\"]\nx = 1979-05-27\n"},
      {"unknown.toml", promise + "password = " + text + "\n[graph]\nedge = " + number_mark + "\n[run]\nother = " +
                           text + "\n[[column]]\n" + quoted + " = " + text + "\n[[column]]\nunknwon = " + text + "\n"},
      {"sweep.toml", promise + "[sweep]\n" + quoted + " = [1, 2]\nother = " + text + "\n"},
      {"twice.toml", "[graph]\nkind = " + text + "\nkind = " + text + "\n"},
      {"open_string.toml", promise + "[graph]\nkind = \"" + mark + "\n"},
      {"other.json", "{" + text + ": " + text + ", \"schema\": " + text + "}\n"},
      {"model.json", R"({"schema": "sotto.model/1", "private": )" + text + R"(, "loss": {"kind": )" + text + "}, " +
                         quoted + R"(: 1, "data": {"columns": [{"name": 3, "role": )" + text + "}]}}\n"},
      {"broken.json", R"({"schema": "sotto.model/1", "private": )" + mark + "\n"},
      {"matrix.npy", npy_with("{'descr': '" + mark + "', 'fortran_order': False, 'shape': (3, 3), }")},
      {"header.npy", npy_with(mark + mark)},
      {"banner.mtx", market + mark + " real general\n"},
      {"size.mtx", market + "coordinate real general\n" + number_mark + " " + number_mark + " 2\n1 2 1\n2 1 1\n"},
      {"entry.mtx", market + "coordinate real general\n3 3 2\n1 2 " + mark + "\n" + number_mark + " 1 1\n"},
      {"packed.csv.gz", packed(rows_csv)},
      {"rows.libsvm", mark + " 1:" + mark + "\n" + number_mark + " 1:2\n"},
      {"export.jsonl", R"({"schema":"sotto.audit-log/1","kind":"header","site":"A )" + mark + R"(","key":)" + text +
                           ",\"exported\":" + number_mark + "}\n{\"kind\":" + text + "}\n{\"kind\":\"end\"}\n"}};
}

void make_pipe(const fs::path& path) {
  if (::mkfifo(path.c_str(), 0600) != 0) throw fs::filesystem_error("no pipe", path, std::error_code());
}

}  // namespace

bool holds_a_mark(const Transcript& said) {
  const std::string text = said.out + said.err;
  return contains(text, mark) || contains(text, number_mark) || contains(text, next_number);
}

void make_marked_files(const TemporaryFolder& folder) {
  for (const auto& [name, content] : contents()) {
    folder.write(name, content);
    fs::permissions(folder.path() / name, fs::perms::owner_read | fs::perms::owner_write);
  }
  make_pipe(folder.path() / "pipe.csv");
  fs::create_directory(folder.path() / "inner");
  fs::create_symlink("absent", folder.path() / "nowhere.csv");
}

Words marked_files(Marked kind) {
  Words names{"rows.csv", "site.key", "binary.bin", "line.txt", "pipe.csv", "inner", "nowhere.csv", "/dev/zero"};
  for (const auto& [name, content] : contents()) {
    const bool document = name.ends_with(".toml") || name.ends_with("json") || name.ends_with(".jsonl");
    if (std::find(names.begin(), names.end(), name) == names.end() && document == (kind == Marked::documents))
      names.push_back(name);
  }
  return names;
}

Words few_marked_files() {
  return {"rows.csv", "pipe.csv", "nowhere.csv"};
}

Words make_marked_folders(const TemporaryFolder& folder) {
  const Words files{"manifest.json", "page.json",     "configuration.toml", "shard.json",      "chunks.bin",
                    "state.sqlite",  "identity/name", "identity/site.key",  "identity/tls.pem"};
  const std::pair<std::string, std::string> folders[] = {
      {"of_rows", rows_csv},
      {"of_keys", key_pem},
      {"of_json", "{\"schema\": \"sotto.manifest/1\", \"kind\": \"" + mark + "\", \"" + mark + "\": \"" + mark + "\"}"},
      {"of_broken_json", "{\"schema\": \"sotto.content/1\", " + mark}};
  Words names{"of_pipes", "of_links"};
  for (const auto& [name, content] : folders) {
    names.push_back(name);
    fs::create_directories(folder.path() / name / "identity");
    for (const std::string& file : files) {
      folder.write(name + "/" + file, content);
      fs::permissions(folder.path() / name / file, fs::perms::owner_read | fs::perms::owner_write);
    }
  }
  for (const char* name : {"of_pipes", "of_links"}) fs::create_directories(folder.path() / name / "identity");
  folder.write("linked", rows_csv);
  for (const std::string& file : files) {
    make_pipe(folder.path() / "of_pipes" / file);
    fs::create_symlink(folder.path() / "linked", folder.path() / "of_links" / file);
  }
  return names;
}

}  // namespace sotto::test
