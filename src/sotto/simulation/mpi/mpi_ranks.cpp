// SPDX-License-Identifier: MIT
// MPI ends the program on an error of its own, so no answer of it is looked at.
#include "sotto/simulation/mpi/mpi_ranks.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace sotto {
namespace {

/// MPI counts in ints. A part of a parcel that is posted ends with a byte that says whether another one follows.
constexpr std::size_t longest_part = std::size_t{1} << 30;
constexpr char last_part = 0, other_parts_follow = 1;
constexpr int tag = 1;

int as_int(std::size_t count) {
  if (count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw std::length_error("more than MPI counts");
  return static_cast<int>(count);
}

}  // namespace

MpiRanks::MpiRanks(Placement placement) : placement_(placement) {
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
    part.bytes.push_back(from >= all ? last_part : other_parts_follow);
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
    const bool is_last = part.back() == last_part;
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
  std::vector<std::uint64_t> lengths, lengths_here(count_);
  for (const std::string& parcel : parcels) lengths.push_back(parcel.size());
  MPI_Alltoall(lengths.data(), 1, MPI_UINT64_T, lengths_here.data(), 1, MPI_UINT64_T, together_);
  std::vector<MPI_Request> under_way;
  const auto in_parts = [&](std::string& bytes, const auto& begin) {
    for (std::size_t at = 0; at < bytes.size(); at += longest_part)
      begin(bytes.data() + at, as_int(std::min(longest_part, bytes.size() - at)), &under_way.emplace_back());
  };
  std::vector<std::string> received(count_);
  for (unsigned rank = 0; rank < count_; ++rank) {
    if (rank == number_) continue;
    received[rank].resize(lengths_here[rank]);
    in_parts(received[rank], [&](char* to, int count, MPI_Request* request) {
      MPI_Irecv(to, count, MPI_CHAR, static_cast<int>(rank), tag, together_, request);
    });
  }
  for (unsigned rank = 0; rank < count_; ++rank) {
    if (rank == number_) continue;
    in_parts(parcels[rank], [&](const char* from, int count, MPI_Request* request) {
      MPI_Isend(from, count, MPI_CHAR, static_cast<int>(rank), tag, together_, request);
    });
  }
  MPI_Waitall(as_int(under_way.size()), under_way.data(), MPI_STATUSES_IGNORE);
  received[number_] = std::move(parcels[number_]);
  return received;
}

}  // namespace sotto
