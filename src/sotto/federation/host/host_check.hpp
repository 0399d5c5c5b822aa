// SPDX-License-Identifier: MIT
// What a node needs of its host before it says anything: files that nobody else can change or read, and descriptors.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace sotto {

/// Each of these says what it found, or refuses (InvalidInput, store) with the rule and how to mend it.

/// STATE and STATE/identity belong to this process's user or to root, and nobody else can write in them.
std::string check_folders(const std::filesystem::path& state);
/// Name, site key, certificate with its key, and the store where there is one: plain files that belong to this
/// process's user or to root, and that nobody else can use.
std::string check_files(const std::filesystem::path& state);
/// So many descriptors can be open at a time. Raises the soft limit where the hard one allows it.
std::string check_descriptors(std::size_t needed);

/// From here on a crash leaves nothing of this process's memory on a disk: records, noise and keys lie in it.
void leave_no_core_dump();

}  // namespace sotto
