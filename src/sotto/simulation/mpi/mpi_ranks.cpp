// SPDX-License-Identifier: MIT
// MPI ends the program on an error of its own, so no answer of it is looked at.
#include "sotto/simulation/mpi/mpi_ranks.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace sotto {
namespace {

/// A part of a parcel ends with a byte that says whether another one follows.
constexpr std::size_t longest_part = std::size_t{1} << 30;
constexpr char last = 0, more = 1;
constexpr int tag = 1;

int as_int(std::size_t count) {
  if (count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw std::length_error("more than MPI counts");
  return static_cast<int>(count);
}

/// Where each part begins; the last entry is the end of all.
std::vector<int> begins_of(const std::vector<int>& lengths) {
  std::vector<int> begins{0};
  for (const int length : lengths) begins.push_back(as_int(static_cast<std::size_t>(begins.back()) + length));
  return begins;
}

}  // namespace

MpiRanks::MpiRanks() {
  MPI_Comm_dup(MPI_COMM_WORLD, &together_);
  MPI_Comm_dup(MPI_COMM_WORLD, &mail_);
  int number = 0, count = 1;
  MPI_Comm_rank(together_, &number);
  MPI_Comm_size(together_, &count);
  number_ = static_cast<unsigned>(number);
  count_ = static_cast<unsigned>(count);
}

MpiRanks::~MpiRanks() {
  for (Sent& one : sent_) MPI_Wait(&one.request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&mail_);
  MPI_Comm_free(&together_);
}

void MpiRanks::forget_delivered() {
  sent_.remove_if([](Sent& one) {
    int done = 0;
    MPI_Test(&one.request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  });
}

void MpiRanks::post(unsigned to, std::string bytes) {
  forget_delivered();
  const std::size_t all = bytes.size();
  std::size_t from = 0;
  do {
    Sent& part = sent_.emplace_back();
    part.bytes = all <= longest_part ? std::move(bytes) : bytes.substr(from, longest_part);
    from += longest_part;
    part.bytes.push_back(from >= all ? last : more);
    MPI_Isend(part.bytes.data(), as_int(part.bytes.size()), MPI_CHAR, static_cast<int>(to), tag, mail_, &part.request);
  } while (from < all);
}

std::optional<Parcel> MpiRanks::collect() {
  if (!sent_.empty()) forget_delivered();
  for (;;) {
    int there = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, tag, mail_, &there, &message, &status);
    if (there == 0) return std::nullopt;
    int length = 0;
    MPI_Get_count(&status, MPI_CHAR, &length);
    std::string part(static_cast<std::size_t>(length), '\0');
    MPI_Mrecv(part.data(), length, MPI_CHAR, &message, MPI_STATUS_IGNORE);
    const bool is_last = part.back() == last;
    part.pop_back();
    std::string& whole = unfinished_[status.MPI_SOURCE];
    if (whole.empty())
      whole = std::move(part);
    else
      whole += part;
    if (!is_last) continue;
    Parcel parcel{.from = static_cast<unsigned>(status.MPI_SOURCE), .bytes = std::move(whole)};
    unfinished_.erase(status.MPI_SOURCE);
    return parcel;
  }
}

double MpiRanks::maximum(double value) {
  double both[2] = {value, interrupt_ != nullptr && *interrupt_ ? 1.0 : 0.0};
  MPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_DOUBLE, MPI_MAX, together_);
  if (both[1] > 0) agreed_ = true;
  return both[0];
}

void MpiRanks::begin_maximum(double value) {
  under_way_ = value;
  MPI_Iallreduce(&under_way_, &largest_, 1, MPI_DOUBLE, MPI_MAX, together_, &maximum_);
}

double MpiRanks::end_maximum() {
  MPI_Wait(&maximum_, MPI_STATUS_IGNORE);
  return largest_;
}

void MpiRanks::add(std::span<std::int64_t> numbers) {
  MPI_Allreduce(MPI_IN_PLACE, numbers.data(), as_int(numbers.size()), MPI_INT64_T, MPI_SUM, together_);
}

std::vector<std::string> MpiRanks::exchange(std::vector<std::string> parcels) {
  std::vector<int> lengths, lengths_here(count_);
  std::string sent;
  for (const std::string& parcel : parcels) {
    lengths.push_back(as_int(parcel.size()));
    sent += parcel;
  }
  MPI_Alltoall(lengths.data(), 1, MPI_INT, lengths_here.data(), 1, MPI_INT, together_);
  const std::vector<int> begins = begins_of(lengths), begins_here = begins_of(lengths_here);
  std::string received(static_cast<std::size_t>(begins_here.back()), '\0');
  MPI_Alltoallv(sent.data(), lengths.data(), begins.data(), MPI_CHAR, received.data(), lengths_here.data(),
                begins_here.data(), MPI_CHAR, together_);
  for (unsigned rank = 0; rank < count_; ++rank)
    parcels[rank] =
        received.substr(static_cast<std::size_t>(begins_here[rank]), static_cast<std::size_t>(lengths_here[rank]));
  return parcels;
}

}  // namespace sotto
