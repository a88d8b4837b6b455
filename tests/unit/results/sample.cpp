#include "unit/results/sample.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "study/notation/sha256.hpp"

namespace hilspace::results::sample {
namespace {

using study::Id;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Pattern-free numbers from a counter (SplitMix64).
std::uint64_t scrambled(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

double awkward(std::uint64_t seed) {
  const std::uint64_t bits = scrambled(seed);
  switch (bits % 16) {
    case 0:
      return kNan;
    case 1:
      return -0.0;
    case 2:
      return std::numeric_limits<double>::denorm_min();
    case 3:
      return -std::numeric_limits<double>::infinity();
    default:
      return std::ldexp(static_cast<double>(bits >> 11), static_cast<int>(bits % 64) - 80);
  }
}

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

}  // namespace

study::Study single() {
  study::Study study;
  study.base["contact.restitution"_id] = 0.8;
  study.title = "Actuator delay of a sample, \u00b5m";
  study.seed = 7;
  study.materials = {{"polyimide", {3.0e9, 0.34}}, {"my peek", {4.34e9, 0.4}}};
  study.resolved = "title = \"sample\"\n";
  study.sha256 = study::sha256(study.resolved);
  return study;
}

study::Study study() {
  study::Study study = single();
  study.axes = {
      {"actuator.total_delay", {"actuator.total_delay"_id}, {{0.2e-3, 0.4e-3, 1e-3}}},
      {"masses", {"chaser.mass"_id, "target.mass"_id}, {{35.0, 35.0, 50.0, 70.0}, {35.0, 70.0, 50.0, 35.0}}},
      {"contact.chaser_material", {"contact.chaser_material"_id}, {{0.0, 1.0}}}};
  study.resolved = "title = \"sample\"\n# on a grid\n";
  study.sha256 = study::sha256(study.resolved);
  return study;
}

metrics::Row row(std::uint64_t index) {
  metrics::Row row;
  for (std::size_t i = 0; i < row.values.size(); ++i) row.values[i] = awkward(1000 * index + i);
  row.step = 1e-6 * static_cast<double>(index + 1);
  row.outcome = static_cast<Outcome>(index % kOutcomes.size());
  row.end_docking = static_cast<RunEnd>(index % 3);
  row.end_hil = static_cast<RunEnd>(index % kEnds.size());
  row.agreement = static_cast<Agreement>(index % kAgreements.size());
  return row;
}

metrics::NumericalError error(double scale) {
  metrics::NumericalError error;
  error.scenarios = 2;
  for (std::size_t i = 1; i < error.values.size(); ++i) {
    error.values[i] = scale * static_cast<double>(i);
    error.spread[i].add(error.values[i]);
    error.spread[i].add(0.0);
  }
  return error;
}

Block block(Range range, const study::Study& study) {
  Block block(stored_columns(study), range);
  block.error = error(1.0 + static_cast<double>(range.begin % 5));
  for (std::uint64_t i = range.begin; i < range.end; ++i) {
    const metrics::Row one = row(i);
    block.set(i, {&one, 1});
  }
  return block;
}

models::Trace trace() {
  const std::vector<double> time{-0.001, 0.0, 0.0005, 0.0005, 0.002};
  const std::vector<double> force{0.0, 0.0, 12.5, 13.0, 0.0};
  const std::vector<double> gap{-1e-4, 0.0, 5e-5, 5e-5, -1e-4};
  const std::vector<models::Channel> channels{{"force", "N", "measured force on the bodies", force},
                                              {"penetration", "m", "penetration", gap}};
  const std::vector<models::Channel> impacts{{"time", "s", "onset", {0.0, 0.0015}},
                                             {"peak_force", "N", "largest force", {13.0, 2.5}}};
  return {"the sample began", {{"docking", time, channels, {}}, {"hil", time, channels, impacts}}};
}

std::optional<models::Trace> trace_of(std::uint64_t) { return trace(); }

const RunFacts& facts() {
  static const RunFacts made{"2000-01-01T00:00:00Z", "2000-01-01T00:00:09Z"};
  return made;
}

std::vector<PartInfo> write_parts(const Directory& directory, const study::Study& study,
                                  const std::vector<std::uint64_t>& ends) {
  std::vector<PartInfo> parts;
  std::uint64_t begin = 0;
  for (const std::uint64_t end : ends) {
    const auto file = directory / (std::to_string(begin) + "-" + std::to_string(end) + ".part");
    write_part(file, study, block({begin, end}, study));
    parts.push_back(inspect_part(file));
    begin = end;
  }
  return parts;
}

std::string bytes(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void set_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

bool same(const metrics::Row& a, const metrics::Row& b) {
  return std::ranges::equal(a.values, b.values, {}, bits, bits) && bits(a.step) == bits(b.step) &&
         a.outcome == b.outcome && a.end_docking == b.end_docking && a.end_hil == b.end_hil;
}

}  // namespace hilspace::results::sample
