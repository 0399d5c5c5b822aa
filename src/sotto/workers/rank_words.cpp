// SPDX-License-Identifier: MIT
#include "sotto/workers/rank_words.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

enum class Thrown : std::uint64_t { nothing, refusal, memory, other };

void write_refusal(BytesOut& out, const InvalidInput& refused) {
  out.number(static_cast<std::uint64_t>(Thrown::refusal));
  out.number(static_cast<std::uint64_t>(refused.kind()));
  out.number(refused.faults().size());
  for (const Fault& fault : refused.faults())
    for (const std::string* text : {&fault.field, &fault.value, &fault.rule, &fault.place}) out.text(*text);
}

std::exception_ptr refusal_in(BytesIn& in) {
  const auto kind = static_cast<FaultKind>(in.number_up_to(static_cast<std::uint64_t>(FaultKind::budget)));
  std::vector<Fault> faults(in.count(4 * sizeof(std::uint64_t)));
  for (Fault& fault : faults)
    for (std::string* text : {&fault.field, &fault.value, &fault.rule, &fault.place}) *text = in.text();
  return std::make_exception_ptr(InvalidInput(std::move(faults), kind));
}

/// Looks until `hear` says that it has heard enough of them; false where that takes too long.
template <class Hear>
bool collect_until(Ranks& ranks, const std::optional<std::chrono::milliseconds>& patience, const Hear& hear) {
  const auto begun = std::chrono::steady_clock::now();
  while (!patience || std::chrono::steady_clock::now() - begun < *patience) {
    while (const std::optional<Parcel> parcel = ranks.collect())
      if (hear(*parcel)) return true;
    std::this_thread::sleep_for(between_looks);
  }
  return false;
}

bool end_as_rank_zero(Ranks& ranks, int code, std::chrono::milliseconds patience) {
  for (unsigned rank = 1; rank < ranks.count(); ++rank) {
    BytesOut out = parcel_of(RankWord::ended);
    out.number(static_cast<std::uint64_t>(code));
    ranks.post(rank, out.take());
  }
  std::vector<bool> gone(ranks.count(), false);
  gone[0] = true;
  return collect_until(ranks, patience, [&](const Parcel& parcel) {
    BytesIn in(parcel.bytes, "rank");
    if (word_in(in) == RankWord::gone) gone[parcel.from] = true;
    return std::find(gone.begin(), gone.end(), false) == gone.end();
  });
}

void post_gone(Ranks& ranks) {
  ranks.post(0, parcel_of(RankWord::gone).take());
}

std::optional<int> end_with_rank_zero(Ranks& ranks, const OwnEnd& own, std::chrono::milliseconds patience) {
  BytesOut out = parcel_of(RankWord::ended);
  out.text(bytes_of_fault(own.fault));
  ranks.post(0, out.take());
  std::optional<int> code;
  // Without a fault there is no hurry: rank 0 may be writing its results.
  collect_until(ranks, own.fault ? std::optional(patience) : std::nullopt, [&](const Parcel& parcel) {
    BytesIn in(parcel.bytes, "rank");
    if (word_in(in) == RankWord::ended) code = static_cast<int>(in.number());
    return code.has_value();
  });
  if (code) post_gone(ranks);
  return code;
}

}  // namespace

BytesOut parcel_of(RankWord word) {
  BytesOut out;
  out.number(static_cast<std::uint64_t>(word));
  return out;
}

RankWord word_in(BytesIn& parcel) {
  return static_cast<RankWord>(parcel.number_up_to(static_cast<std::uint64_t>(RankWord::ended)));
}

std::string bytes_of_fault(const std::exception_ptr& fault) {
  BytesOut out;
  try {
    if (!fault) {
      out.number(static_cast<std::uint64_t>(Thrown::nothing));
      return out.take();
    }
    std::rethrow_exception(fault);
  } catch (const InvalidInput& refused) {
    write_refusal(out, refused);
  } catch (const std::bad_alloc&) {
    out.number(static_cast<std::uint64_t>(Thrown::memory));
  } catch (...) {
    out.number(static_cast<std::uint64_t>(Thrown::other));
  }
  return out.take();
}

std::exception_ptr fault_in(std::string_view bytes) {
  BytesIn in(bytes, "rank");
  switch (static_cast<Thrown>(in.number_up_to(static_cast<std::uint64_t>(Thrown::other)))) {
    case Thrown::nothing:
      return nullptr;
    case Thrown::refusal:
      return refusal_in(in);
    case Thrown::memory:
      return std::make_exception_ptr(std::bad_alloc());
    case Thrown::other:
      break;
  }
  return std::make_exception_ptr(std::runtime_error("a fault of another rank"));
}

void throw_fault_of_ended(unsigned rank, std::string_view fault) {
  const std::string who = "rank " + std::to_string(rank);
  try {
    if (const std::exception_ptr thrown = fault_in(fault)) std::rethrow_exception(thrown);
  } catch (const InvalidInput& refused) {
    std::vector<Fault> faults = refused.faults();
    for (Fault& one : faults) one.rule += " (" + who + ")";
    throw InvalidInput(std::move(faults), refused.kind());
  }
  throw InvalidInput({who, "", "ended before the others: the command and its files must be the same on all hosts"});
}

void refuse_other_work(unsigned rank) {
  throw InvalidInput({"rank " + std::to_string(rank), "",
                      "was given another piece of work than rank 0: the command and its files must be the same on all "
                      "hosts"});
}

namespace {

/// At rank 0: what each rank says; its own stands first.
std::vector<std::string> texts_of_all(Ranks& ranks, const std::string& own) {
  std::vector<std::string> texts(ranks.count());
  texts[0] = own;
  unsigned left = ranks.count() - 1;
  collect_until(ranks, std::nullopt, [&](const Parcel& parcel) {
    BytesIn in(parcel.bytes, "rank");
    const RankWord word = word_in(in);
    if (word == RankWord::ended) throw_fault_of_ended(parcel.from, in.text());
    if (word != RankWord::means) refuse_other_work(parcel.from);
    texts[parcel.from] = in.text();
    return --left == 0;
  });
  return texts;
}

void tell_what_is_meant(Ranks& ranks, const std::string& text) {
  BytesOut out = parcel_of(RankWord::means);
  out.text(text);
  ranks.post(0, out.take());
  collect_until(ranks, std::nullopt, [](const Parcel& parcel) {
    BytesIn in(parcel.bytes, "rank");
    const RankWord word = word_in(in);
    if (word == RankWord::ended) throw RankZeroEnded(static_cast<int>(in.number()));
    return word == RankWord::same;
  });
}

/// All wait until rank 0 has judged what each of them says.
template <class Judge>
void meet(Ranks& ranks, const std::string& text, const Judge& judge) {
  if (ranks.count() == 1) return;
  if (ranks.number() != 0) return tell_what_is_meant(ranks, text);
  judge(texts_of_all(ranks, text));
  for (unsigned rank = 1; rank < ranks.count(); ++rank) ranks.post(rank, parcel_of(RankWord::same).take());
}

}  // namespace

void agree_on(Ranks& ranks, const std::string& what) {
  meet(ranks, what, [](const std::vector<std::string>& texts) {
    for (unsigned rank = 1; rank < texts.size(); ++rank)
      if (texts[rank] != texts[0]) refuse_other_work(rank);
  });
}

void check_same_program(Ranks& ranks, const std::string& own) {
  meet(ranks, own, [](const std::vector<std::string>& programs) {
    Faults faults;
    for (unsigned rank = 1; rank < programs.size(); ++rank)
      if (programs[rank] != programs[0] && !faults.full())
        faults.add({"rank " + std::to_string(rank), "", "is " + programs[rank] + ", and rank 0 is " + programs[0]});
    faults.throw_if_any();
  });
}

void succeed_together(Ranks& ranks, const std::function<void()>& part) {
  std::exception_ptr own;
  try {
    part();
  } catch (...) {
    own = std::current_exception();
  }
  if (ranks.maximum(own ? 1 : 0) == 0) return;
  const std::vector<std::string> faults = ranks.exchange(std::vector<std::string>(ranks.count(), bytes_of_fault(own)));
  if (own) std::rethrow_exception(own);
  for (unsigned rank = 0; rank < faults.size(); ++rank)
    if (fault_in(faults[rank])) throw_fault_of_ended(rank, faults[rank]);
}

std::optional<int> end_together(Ranks& ranks, const OwnEnd& own, std::chrono::milliseconds patience) {
  if (ranks.count() == 1) return own.code;
  if (ranks.number() == 0) return end_as_rank_zero(ranks, own.code, patience) ? std::optional(own.code) : std::nullopt;
  try {
    if (own.fault) std::rethrow_exception(own.fault);
  } catch (const RankZeroEnded& ended) {
    post_gone(ranks);
    return ended.code;
  } catch (...) {
  }
  return end_with_rank_zero(ranks, own, patience);
}

}  // namespace sotto
