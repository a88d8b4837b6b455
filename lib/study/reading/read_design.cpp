#include "study/reading/read_design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/count_text.hpp"
#include "core/error.hpp"
#include "study/notation/keys.hpp"
#include "study/reading/choice.hpp"
#include "study/reading/limits.hpp"
#include "study/reading/readers.hpp"
#include "study/reading/values.hpp"
#include "study/schema/points_digest.hpp"

namespace hilspace::study {
namespace {

using sampling::DesignType;

constexpr std::array kDesignKeys{
    DesignKey{"design.type", "\"sobol\"", "method that generates the points (hilspace list designs)"},
    DesignKey{"design.samples", "1024",
              "number of points; for morris of trajectories, for saltelli of blocks"},
    DesignKey{"design.levels", "4", "for one_at_a_time and morris: quantiles of each parameter; default: 4"},
    DesignKey{"design.file", "\"points.csv\"",
              "for a list: the file of its points, relative to the study's folder"},
    DesignKey{"design.points_sha256", "\"...\"",
              "written by the program: digest of the points, which are checked against it"},
};
constexpr std::uint64_t kMostLevels = 1U << 16;

class DesignReader {
 public:
  DesignReader(const Table& root, Reading& reading)
      : root_(root), reading_(reading), design_(*find(root, "design")), before_(reading.findings.size()) {}

  void read() {
    reading_.scenarios.reset();  // the axes have none
    const auto* table = design_.value.as<Table>();
    if (table == nullptr) return reading_.complain("design", design_.value, "must be a table, [design]");
    table_ = table;
    if (const auto* axis = find(root_, "axis"))
      reading_.findings.add(design_.place, fmt::format("design: excludes axis (at {}); use one of them",
                                                       reading_.findings.text_of(axis->place)));
    check_keys();
    const bool knows_type = read_type();
    if (knows_type) read_numbers();
    read_parameters(knows_type && setup_.type == DesignType::list);
    if (knows_type && setup_.type != DesignType::list) check_size();
    std::vector<std::vector<double>> values;
    for (const auto& read : parameters_) values.push_back(read.points);
    if (is_right()) {
      if (setup_.type == DesignType::list)
        setup_.samples = values.front().size();
      else
        values = make_points();
    }
    const bool whole = is_right();
    if (whole)
      reading_.scenarios = values.front().size();
    else if (setup_.type != DesignType::list)  // a partly known name helps later checks
      for (std::size_t p = 0; p < parameters_.size(); ++p)
        values[p] = parameters_[p].varied.distribution.levels;
    put_together(std::move(values));
    if (whole) check_digest();
  }

 private:
  bool is_right() const { return reading_.findings.size() == before_; }

  void check_keys() {
    std::vector<std::string_view> keys;
    for (const auto& key : kDesignKeys) keys.push_back(key.path);
    for (const auto& entry : *table_)
      if (const auto path = join("design", entry.key); std::ranges::find(keys, path) == keys.end())
        reading_.findings.add(entry.place,
                              unknown_key(path, std::span(keys).first(keys.size() - 1)));  // not the digest
  }

  bool read_type() {
    const auto names = names_of(sampling::kTypes);
    const auto* entry = find(*table_, "type");
    if (entry == nullptr) {
      reading_.findings.add(design_.place, "design.type: missing; write type = \"sobol\" in [design]");
      return false;
    }
    const auto* name = read_choice("design.type", entry->value, names, reading_);
    if (name == nullptr) return false;
    setup_.type = static_cast<DesignType>(std::ranges::find(names, *name) - names.begin());
    return true;
  }

  /// An integer within these bounds; otherwise adds a finding.
  std::optional<std::uint64_t> count(std::string_view key, const Entry& entry, std::uint64_t least,
                                     std::uint64_t most, std::string_view example) {
    const auto* number = entry.value.as<std::int64_t>();
    if (number != nullptr && *number >= 0 && static_cast<std::uint64_t>(*number) >= least &&
        static_cast<std::uint64_t>(*number) <= most)
      return static_cast<std::uint64_t>(*number);
    const auto advice =
        whole_number_advice(entry.value, static_cast<double>(least), static_cast<double>(most));
    reading_.complain(key, entry.value,
                      fmt::format("must be a whole number from {} to {}{}", least, most,
                                  advice.empty() ? fmt::format(", for example {}", example) : advice));
    return std::nullopt;
  }

  void read_numbers() {
    const auto& type = named(setup_.type);
    if (const auto* entry = find(*table_, "samples")) {
      if (!type.samples.empty())
        setup_.samples = count("design.samples", *entry, 1, most_design_numbers(), "1024").value_or(0);
      else
        reading_.findings.add(entry->place,
                              fmt::format("design.samples: does not apply to {}; remove it", type.name));
    } else if (!type.samples.empty()) {
      reading_.findings.add(
          design_.place,
          fmt::format("design.samples: missing; write samples = 1024, the number of {}, in [design]",
                      type.samples));
    }
    if (const auto* entry = find(*table_, "levels")) {
      if (!type.has_levels)
        reading_.findings.add(entry->place,
                              fmt::format("design.levels: does not apply to {}; remove it", type.name));
      else if (const auto levels = count("design.levels", *entry, 2, kMostLevels, "4")) {
        setup_.levels = *levels;
        if (setup_.type == DesignType::morris && *levels % 2 != 0)
          reading_.complain("design.levels", entry->value,
                            "must be even, since each step goes by half of them");
      }
    }
    if (const auto* entry = find(*table_, "file"); entry != nullptr && setup_.type != DesignType::list)
      reading_.findings.add(entry->place,
                            fmt::format("design.file: applies to a list, not to {}; remove it", type.name));
    // The seed is an ordinary setting and checked with the others.
    const auto* seed = find(root_, "seed");
    const auto* number = seed == nullptr ? nullptr : seed->value.as<std::int64_t>();
    if (number != nullptr && *number >= 0) setup_.seed = static_cast<std::uint64_t>(*number);
  }

  void read_parameters(bool is_list) {
    const auto* entry = find(root_, "parameter");
    const auto* file = is_list ? find(*table_, "file") : nullptr;
    if (file != nullptr) {
      if (entry != nullptr)
        reading_.findings.add(
            file->place,
            fmt::format("design.file: excludes parameter (at {}); the file's header says what varies",
                        reading_.findings.text_of(entry->place)));
      parameters_ = read_list(file->value, reading_);
      return;
    }
    const auto* list = entry == nullptr ? nullptr : entry->value.as<Array>();
    if (entry != nullptr && list == nullptr)
      return reading_.complain("parameter", entry->value, "must be [[parameter]], in double brackets");
    if (list == nullptr || list->empty())
      return reading_.findings.add(design_.place,
                                   is_list ? "design: a list needs its points; write file = \"points.csv\", "
                                             "or [[parameter]] with path and values"
                                           : "design: nothing varies; add [[parameter]] with path = "
                                             "\"chaser.mass\", from = \"30 kg\" and to = \"60 kg\"");
    for (const auto& value : *list) {
      auto read = read_varied(value, is_list, reading_);
      if (!read) continue;
      if (is_list && !parameters_.empty() && !read->points.empty() &&
          read->points.size() != parameters_.front().points.size() && !parameters_.front().points.empty())
        reading_.findings.add(
            read->place,
            fmt::format("{}: has length {}, but {} has {}; a list has one of each for each point",
                        parameter(read->varied.parameter).path, read->points.size(),
                        parameter(parameters_.front().varied.parameter).path,
                        parameters_.front().points.size()));
      parameters_.push_back(*std::move(read));
    }
  }

  void check_size() {
    const std::uint64_t points = sampling::point_count(setup_, parameters_.size());
    if (parameters_.empty() || points <= most_design_numbers() / parameters_.size()) return;
    const auto* entry = find(*table_, named(setup_.type).samples.empty() ? "levels" : "samples");
    reading_.findings.add(
        entry == nullptr ? design_.place : entry->place,
        fmt::format("design: {} of {} are more than {} numbers; take fewer", counted(points, "point"),
                    counted(parameters_.size(), "parameter"), grouped(most_design_numbers())));
  }

  std::vector<std::vector<double>> make_points() {
    std::vector<std::vector<double>> points;
    try {
      points = sampling::points(setup_, parameters_.size());
    } catch (const InputError& error) {
      reading_.complain("design.type", find(*table_, "type")->value, error.what());
      return std::vector<std::vector<double>>(parameters_.size());
    }
    for (std::size_t p = 0; p < parameters_.size(); ++p) {
      const auto& [varied, place, ignored] = parameters_[p];
      try {
        points[p] = sampling::values_at(varied.distribution, points[p]);
      } catch (const InputError& error) {
        reading_.findings.add(place, fmt::format("{}: {}", parameter(varied.parameter).path, error.what()));
      }
    }
    return points;
  }

  void put_together(std::vector<std::vector<double>> values) {
    if (parameters_.empty()) return;
    Study& study = reading_.study;
    study.design.emplace();
    study.design->setup = setup_;
    study.axes.assign(1, {"scenario", {}, std::move(values)});
    for (auto& read : parameters_) {
      study.axes.front().parameters.push_back(read.varied.parameter);
      study.design->varied.push_back(std::move(read.varied));
    }
  }

  void check_digest() {
    const auto* entry = find(*table_, "points_sha256");
    if (entry == nullptr) return;
    const auto* digest = read_text("design.points_sha256", entry->value, reading_);
    if (digest == nullptr || *digest == points_digest(reading_.study)) return;
    reading_.complain(
        "design.points_sha256", entry->value,
        "the points generated here differ: another program or OpenTURNS made them, or the design "
        "was changed since; in that case remove this key");
  }

  const Table& root_;
  Reading& reading_;
  const Entry& design_;
  const std::size_t before_;
  const Table* table_ = nullptr;
  sampling::DesignSetup setup_;
  std::vector<ReadVaried> parameters_;
};

}  // namespace

std::span<const DesignKey> design_keys() { return kDesignKeys; }

void read_design(const Table& root, Reading& reading) {
  if (find(root, "design") != nullptr) return DesignReader(root, reading).read();
  if (const auto* entry = find(root, "parameter"))
    reading.findings.add(
        entry->place,
        "parameter: says what a design varies, but there is none; add [design], or write [[axis]]");
}

}  // namespace hilspace::study
