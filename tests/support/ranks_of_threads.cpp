// SPDX-License-Identifier: MIT
#include "support/ranks_of_threads.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "support/meeting_place.hpp"

namespace sotto::test {
namespace {

class HaloOfThread;

/// What a rank shows to the others between two meetings.
struct Shown {
  double value = 0, value_under_way = 0;
  bool interrupted = false;
  std::span<std::int64_t> numbers;
  std::vector<std::string>* parcels = nullptr;
  const Borders* borders = nullptr;
  HaloOfThread* halo = nullptr;
};

/// Parcels on their way to one rank.
class Mailbox {
 public:
  void put(Parcel parcel) {
    const std::lock_guard lock(mutex_);
    parcels_.push_back(std::move(parcel));
  }
  std::optional<Parcel> take() {
    const std::lock_guard lock(mutex_);
    if (parcels_.empty()) return std::nullopt;
    Parcel first = std::move(parcels_.front());
    parcels_.pop_front();
    return first;
  }

 private:
  std::mutex mutex_;
  std::deque<Parcel> parcels_;
};

struct Hall {
  MeetingPlace place;
  std::vector<Mailbox> mail;
  std::vector<Shown> shown;
  Division division;
};

class HaloOfThread final : public Halo {
 public:
  HaloOfThread(Hall& hall, unsigned number, const Borders& borders, std::size_t item)
      : hall_(hall), number_(number), borders_(borders), item_(item) {
    for (const std::vector<std::uint32_t>& places : borders_.sent) {
      if (!std::is_sorted(places.begin(), places.end())) throw std::logic_error("places of items do not ascend");
      packed_.emplace_back(places.size() * item_, std::numeric_limits<double>::quiet_NaN());
    }
    hall_.shown[number_].borders = &borders_;
    hall_.shown[number_].halo = this;
    hall_.place.meet("make_halo");
    for (std::size_t r = 0; r < hall_.shown.size(); ++r) {
      others_.push_back(hall_.shown[r].halo);
      if (sent_by(r) != borders_.received[r])
        throw std::logic_error("a rank sends more or fewer items than are wanted");
    }
    hall_.place.meet("make_halo");
  }

  void gather(const double* items, std::uint32_t first, std::uint32_t last) override {
    for (std::size_t r = 0; r < packed_.size(); ++r) {
      const std::vector<std::uint32_t>& sent = borders_.sent[r];
      for (std::size_t k = 0; k < sent.size(); ++k) {
        if (sent[k] < first || sent[k] >= last) continue;
        if (under_way_) throw std::logic_error("items are gathered before finish()");
        std::copy_n(items + sent[k] * item_, item_, packed_[r].begin() + static_cast<std::ptrdiff_t>(k * item_));
      }
    }
  }

  void begin(double* received) override {
    if (under_way_) throw std::logic_error("a halo was begun twice");
    under_way_ = true;
    received_ = received;
    std::size_t count = 0;
    for (const std::uint32_t from_one : borders_.received) count += from_one;
    std::fill_n(received_, count * item_, std::numeric_limits<double>::quiet_NaN());
  }

  void advance() override {
    if (!under_way_) throw std::logic_error("a halo was advanced that is not under way");
  }

  void finish() override {
    if (!under_way_) throw std::logic_error("a halo was finished that was not begun");
    under_way_ = false;
    hall_.place.meet("Halo::finish");
    double* out = received_;
    for (const HaloOfThread* other : others_) {
      const std::vector<double>& items = other->packed_[number_];
      out = std::copy(items.begin(), items.end(), out);
    }
    hall_.place.meet("Halo::finish");
  }

 private:
  std::size_t sent_by(std::size_t rank) const { return hall_.shown[rank].borders->sent[number_].size(); }

  Hall& hall_;
  const unsigned number_;
  const Borders borders_;
  const std::size_t item_;
  std::vector<HaloOfThread*> others_;
  std::vector<std::vector<double>> packed_;
  double* received_ = nullptr;
  bool under_way_ = false;
};

class RanksOfThreads final : public Ranks {
 public:
  RanksOfThreads(Hall& hall, unsigned number) : hall_(hall), number_(number) {}

  unsigned number() const override { return number_; }
  unsigned count() const override { return static_cast<unsigned>(hall_.shown.size()); }

  const std::atomic<bool>& agreed(const std::atomic<bool>& interrupt) override {
    interrupt_ = &interrupt;
    return agreed_;
  }
  void post(unsigned to, std::string bytes) override {
    hall_.mail.at(to).put({.from = number_, .bytes = std::move(bytes)});
  }
  std::optional<Parcel> collect() override {
    hall_.place.look();
    return hall_.mail[number_].take();
  }

  double maximum(double value) override {
    own().value = value;
    own().interrupted = interrupt_ != nullptr && *interrupt_;
    meet("maximum");
    const double largest = largest_of(&Shown::value);
    for (const Shown& other : hall_.shown)
      if (other.interrupted) agreed_ = true;
    meet("maximum");
    return largest;
  }
  void begin_maximum(double value) override {
    if (under_way_) throw std::logic_error("one maximum at a time");
    own().value_under_way = value;
    under_way_ = true;
  }
  double end_maximum() override {
    if (!under_way_) throw std::logic_error("a maximum was ended that was not begun");
    under_way_ = false;
    meet("end_maximum");
    const double largest = largest_of(&Shown::value_under_way);
    meet("end_maximum");
    return largest;
  }

  void add(std::span<std::int64_t> numbers) override {
    own().numbers = numbers;
    meet("add");
    std::vector<std::int64_t> sums(numbers.size(), 0);
    for (const Shown& other : hall_.shown) {
      if (other.numbers.size() != sums.size()) throw std::logic_error("ranks add spans of different sizes");
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += other.numbers[k];
    }
    meet("add");
    std::copy(sums.begin(), sums.end(), numbers.begin());
  }

  std::vector<std::string> exchange(std::vector<std::string> parcels) override {
    if (parcels.size() != hall_.shown.size()) throw std::logic_error("a parcel for each rank");
    own().parcels = &parcels;
    meet("exchange");
    std::vector<std::string> received;
    for (const Shown& other : hall_.shown) received.push_back(std::move((*other.parcels)[number_]));
    meet("exchange");
    return received;
  }

  std::unique_ptr<Halo> make_halo(const Borders& borders, std::size_t item) override {
    // A rank that neither sends nor receives may leave its lists empty.
    Borders full = borders;
    full.sent.resize(count());
    full.received.resize(count());
    return std::make_unique<HaloOfThread>(hall_, number_, full, item);
  }

  std::vector<std::uint16_t> divide(const RowsOfRank& rows) override {
    meet("divide");
    std::vector<std::uint16_t> to;
    for (std::size_t k = 0; k + 1 < rows.starts.size(); ++k)
      to.push_back(hall_.division ? hall_.division(rows.first + static_cast<std::uint32_t>(k))
                                  : static_cast<std::uint16_t>(number_));
    return to;
  }

 private:
  Shown& own() { return hall_.shown[number_]; }
  void meet(const char* what) { hall_.place.meet(what); }
  double largest_of(double Shown::*value) const {
    double largest = hall_.shown[0].*value;
    for (const Shown& other : hall_.shown) largest = std::max(largest, other.*value);
    return largest;
  }

  Hall& hall_;
  const unsigned number_;
  bool under_way_ = false;
  const std::atomic<bool>* interrupt_ = nullptr;
  std::atomic<bool> agreed_{false};
};

}  // namespace

void run_on_ranks(unsigned count, const std::function<void(Ranks&)>& body, const Division& division) {
  Hall hall{.place = MeetingPlace(count),
            .mail = std::vector<Mailbox>(count),
            .shown = std::vector<Shown>(count),
            .division = division};
  const auto play = [&](unsigned number) {
    std::exception_ptr fault;
    try {
      RanksOfThreads ranks(hall, number);
      body(ranks);
    } catch (...) {
      fault = std::current_exception();
    }
    hall.place.end(fault);
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned number = 0; number < count; ++number) threads.emplace_back(play, number);
  }
  hall.place.rethrow_first_fault();
}

}  // namespace sotto::test
