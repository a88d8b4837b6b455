// True loads on a rig with faults: the plant's true force and extension, for every kind of fault at random
// instants of the twelve published scenarios, singly and in pairs; and the rate of false trips of a healthy
// rig. Prints the table of the rig manual.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "support/times.hpp"
#include "unit/rig/faulty/trials.hpp"

namespace hilspace::rig::test {
namespace {

using hilspace::test::seed;
using hilspace::test::times;

/// Results of one kind.
struct Row {
  std::uint64_t runs = 0, silent = 0;
  std::map<std::string_view, std::uint64_t> trips;
  std::vector<double> after;
  double force = 0.0, extension = 0.0, lowest = 0.0;

  void add(const Ran& ran) {
    ++runs;
    force = std::max(force, ran.force);
    extension = std::max(extension, ran.extension);
    lowest = std::min(lowest, ran.lowest);
    if (!ran.report.trip) {
      ++silent;
      return;
    }
    ++trips[named(ran.report.trip.fault).name];
    after.push_back(std::max(ran.after, 0.0));
  }
  /// The faults that tripped in at least a tenth of the runs, the most frequent first.
  std::string tripped() const {
    std::vector<std::pair<std::uint64_t, std::string_view>> sorted;
    for (const auto& [name, count] : trips) sorted.emplace_back(count, name);
    std::ranges::sort(sorted, std::greater{});
    std::string text;
    for (const auto& [count, name] : sorted)
      if (10 * count >= runs) text.append(text.empty() ? "" : ", ").append(name);
    if (10 * silent >= runs) text.append(text.empty() ? "" : ", ").append("none");
    return text;
  }
  double share_of_after(double share) {
    if (after.empty()) return 0.0;
    std::ranges::sort(after);
    return after[static_cast<std::size_t>(share * static_cast<double>(after.size() - 1))];
  }
};

void print(std::string_view name, Row& row) {
  fmt::print("| {} | {} | {:.2f} | {:.1f} | {:.2f} | {:.2f} | {:.0f} |\n", name, row.tripped(),
             1e3 * row.share_of_after(0.5), 1e3 * row.share_of_after(1.0), row.force, row.extension,
             1e6 * row.lowest);
}

std::string told(const Prepared& scenario, std::span<const Flaw> flaws, const Ran& ran) {
  std::string text = fmt::format("scenario {}", scenario.index);
  for (const Flaw& flaw : flaws)
    text += fmt::format(", {} at {:.3f} ms", flaw.kind->name, 1e3 * flaw.instant);
  const Trip& trip = ran.report.trip;
  return text + fmt::format(
                    ": {} ({:.4g}, limit {:.4g}) in cycle {}, force x {:.3f}, extension x {:.3f} of the "
                    "envelope, lowest {:.1f} um",
                    named(trip.fault).name, trip.value, trip.limit, trip.cycle, ran.force, ran.extension,
                    1e6 * ran.lowest);
}

/// A few seconds' worth, or a multiple on request, where ten times is the thorough number.
std::uint64_t count_of(std::uint64_t usual, std::uint64_t thorough) {
  return times() == 1 ? usual : thorough * times() / 10;
}
std::uint64_t per_kind() { return count_of(2, 120); }

TEST(Dangers, WhateverBreaksTheTruePeaksStayWithinTheEnvelope) {
  const auto& scenarios = prepared();
  fmt::print(
      "| fault | what trips | after / ms, median | longest | force | extension | lowest / um |\n"
      "|---|---|---|---|---|---|---|\n");
  std::uint64_t runs = 0;
  for (const Kind& kind : kinds()) {
    Row row;
    const auto number = static_cast<std::uint64_t>(&kind - kinds().data());
    for (std::uint64_t i = 0; i < per_kind(); ++i, ++runs) {
      const RandomStream random(seed(), number, i);
      const Prepared& scenario = scenarios[static_cast<std::size_t>(random.uniform(9) * 12.0)];
      const Flaw flaw{&kind, draw_instant(scenario, random, 0)};
      const Ran ran = run_faulty(scenario, {&flaw, 1}, 1000 * number + i);
      row.add(ran);
      const std::string what = told(scenario, {&flaw, 1}, ran);
      EXPECT_LE(ran.force, kind.bound) << what;
      EXPECT_LE(ran.extension, kind.bound) << what;
      EXPECT_LE(ran.steepest, 1.0 + 1e-9) << what;  // also on the way out
      // The stack is not pulled, unless by what the command does not decide: the amplifier, and a relay that opens
      // while the output is driven, as it does where the heartbeat is not output either.
      const bool opens = kind.behaviour == Behaviour::relay || kind.behaviour == Behaviour::unwritten;
      if (!opens && kind.part != Part::amplifier) {
        EXPECT_GE(ran.lowest, scenario.loop.limits.extension_min) << what;
      }
      EXPECT_TRUE(ran.report.safe || kind.behaviour == Behaviour::unwritten) << what;
    }
    print(kind.bound > 1.2 ? fmt::format("{} (*)", kind.name) : std::string(kind.name), row);
  }
  EXPECT_GE(kinds().size(), 40u);
  fmt::print("{} runs\n", runs);
}

/// Specimens that give more force than expected, combined with a faulty force sensor: no other signal detects
/// them.
bool blind(const Flaw& one, const Flaw& other) {
  const Kind& specimens = *one.kind;
  const bool harder = (specimens.behaviour == Behaviour::stiffness && specimens.size > 1.0) ||
                      (specimens.behaviour == Behaviour::gap && specimens.size < 0.0);
  return harder && other.kind->part == Part::force;
}

/// An amplifier that sticks while the command returns: the stack rings about the held position.
bool held(const Flaw& flaw) {
  return flaw.kind->part == Part::amplifier && flaw.kind->behaviour == Behaviour::frozen;
}

/// An amplifier that fails and returns while the retreat is on its way.
bool returns(const Flaw& flaw) { return flaw.kind->behaviour == Behaviour::pauses && flaw.kind->bound > 1.2; }

TEST(Dangers, NorInPairs) {
  const auto& scenarios = prepared();
  const auto all = kinds();
  std::map<std::string_view, Row> rows;
  for (std::uint64_t i = 0; i < per_kind() * all.size(); ++i) {
    const RandomStream random(seed(), i, 1 << 20);
    const auto draw = [&](std::uint64_t k) {
      return &all[static_cast<std::size_t>(random.uniform(k) * static_cast<double>(all.size()))];
    };
    const Prepared& scenario = scenarios[static_cast<std::size_t>(random.uniform(9) * 12.0)];
    const std::array flaws{Flaw{draw(5), draw_instant(scenario, random, 0)},
                           Flaw{draw(6), draw_instant(scenario, random, 2)}};
    const Ran ran = run_faulty(scenario, flaws, i);
    const bool unseen = blind(flaws[0], flaws[1]) || blind(flaws[1], flaws[0]);
    rows[unseen ? "pairs: specimens too hard or too near, and force" : "pairs: all others"].add(ran);
    const bool steps = returns(flaws[0]) || returns(flaws[1]);
    const double bound = unseen ? 10.0 : steps ? 6.0 : held(flaws[0]) || held(flaws[1]) ? 2.0 : 1.5;
    EXPECT_LE(ran.force, bound) << told(scenario, flaws, ran);
    EXPECT_LE(ran.extension, steps ? 3.0 : 1.5) << told(scenario, flaws, ran);
  }
  for (auto& [name, row] : rows) print(name, row);
}

TEST(Dangers, AHealthyRigTripsSeldom) {
  const auto& scenarios = prepared();
  const std::uint64_t runs = hilspace::test::fewer(count_of(240, 20000));
  std::map<std::string_view, std::uint64_t> trips;
  double force = 0.0, extension = 0.0;
  std::uint64_t tripped = 0;
  for (std::uint64_t i = 0; i < runs; ++i) {
    const Prepared& scenario = scenarios[i % scenarios.size()];
    const Ran ran = run_healthy(scenario, 100000 * seed() + i);
    force = std::max(force, ran.force);
    extension = std::max(extension, ran.extension);
    if (ran.report.trip) {
      ++tripped;
      ++trips[named(ran.report.trip.fault).name];
      if (tripped < 40) fmt::print("{}\n", told(scenario, {}, ran));
    } else {
      EXPECT_EQ(ran.report.ended, LoopEnd::parted);
    }
  }
  for (const auto& [name, count] : trips) fmt::print("{} {}\n", name, count);
  fmt::print("{} of {} healthy runs tripped; largest force x {:.3f}, extension x {:.3f} of the envelope\n",
             tripped, runs, force, extension);
  EXPECT_LE(static_cast<double>(tripped), 1e-3 * static_cast<double>(runs));
}

}  // namespace
}  // namespace hilspace::rig::test
