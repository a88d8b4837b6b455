#include "analysis/requirement/target.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "study/notation/nearest.hpp"
#include "study/notation/quantity.hpp"

namespace hilspace::analysis {
namespace {

struct Sign {
  std::string_view text;
  Relation relation;
};
/// The longer ones first.
constexpr std::array kSigns{Sign{"<=", Relation::at_most}, Sign{">=", Relation::at_least},
                            Sign{"<", Relation::below}, Sign{">", Relation::above}};
/// What is meant by other ways of writing them: of typing errors, formulas and word processors.
constexpr std::array kMeant{
    std::pair{"=<", "<="},       std::pair{"=>", ">="},       std::pair{"\u2264", "<="},
    std::pair{"\u2265", ">="},   std::pair{"\u2A7D", "<="},   std::pair{"\u2A7E", ">="},
    std::pair{"\u2266", "<="},   std::pair{"\u2267", ">="},   std::pair{"\uFF1C", "<"},
    std::pair{"\uFF1E", ">"},    std::pair{"\\leq", "<="},    std::pair{"\\geq", ">="},
    std::pair{"==", "<= or >="}, std::pair{"!=", "<= or >="}, std::pair{"\u2260", "<= or >="}};

class TargetReader {
 public:
  TargetReader(std::string_view text, const study::Study& study) : text_(text), study_(study) {}

  Target read() const {
    for (const auto& [written, meant] : kMeant)
      if (text_.find(written) != std::string_view::npos)
        complain(fmt::format("write {} instead of {}", meant, written));
    for (const auto& [sign, relation] : kSigns) {
      const auto at = text_.find(sign);
      if (at == std::string_view::npos) continue;
      const auto [name, absolute] = named(study::trimmed(text_.substr(0, at)));
      const std::size_t metric = place_of(name);
      const double bound =
          bound_of(study::trimmed(text_.substr(at + sign.size())), metrics::catalogue()[metric]);
      const bool from_above = relation == Relation::at_most || relation == Relation::below;
      if (absolute && from_above && (bound < 0.0 || (bound == 0.0 && relation == Relation::below)))
        complain("a magnitude cannot be that small; write a bound above 0");
      return {metric, absolute, relation, bound, std::string(study::trimmed(text_))};
    }
    complain("has no bound; write METRIC <= NUMBER UNIT, for example \"abs(velocity.error_pct) <= 10 %\"");
  }

 private:
  [[noreturn]] void complain(std::string_view what) const {
    throw InputError(fmt::format("--target \"{}\": {}", text_, what));
  }

  struct Named {
    std::string_view name;
    bool absolute;
  };
  Named named(std::string_view left) const {
    if (!left.starts_with("abs(")) return {left, false};
    if (!left.ends_with(')')) complain("the parenthesis of abs( is not closed");
    return {study::trimmed(left.substr(4, left.size() - 5)), true};
  }

  std::size_t place_of(std::string_view name) const {
    const auto catalogue = metrics::catalogue();
    std::vector<std::string_view> known;
    for (std::size_t k = 0; k < catalogue.size(); ++k) {
      const auto& metric = catalogue[k];
      if (!metric.belongs_to(study_.model)) continue;
      known.push_back(metric.name);
      if (metric.name != name) continue;
      if (metric.of_hil && !study_.hil)
        complain(fmt::format("{} needs the HIL model; add \"hil\" to the study's models, or leave models out",
                             name));
      return k;
    }
    complain(fmt::format("model {} has no metric \"{}\"; {}",
                         models::kModels[static_cast<std::size_t>(study_.model)].name, name,
                         study::suggestion(name, known)));
  }

  double bound_of(std::string_view right, const metrics::Metric& metric) const {
    if (metric.units == "1")
      if (const auto number = bare(right)) return *number;
    std::string complaint;
    if (const auto quantity = study::parse_quantity(right, metric.units, complaint)) return quantity->si();
    complain(fmt::format("the bound \"{}\": {}; {} is in {}", right, complaint, metric.name, metric.units));
  }

  static std::optional<double> bare(std::string_view text) {
    double number = 0.0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || rest != end || !std::isfinite(number)) return std::nullopt;
    return number;
  }

  std::string_view text_;
  const study::Study& study_;
};

}  // namespace

double Target::value(const metrics::Row& row) const {
  return absolute ? std::abs(row.values[metric]) : row.values[metric];
}

double Target::slack(const metrics::Row& row) const {
  const bool from_above = relation == Relation::at_most || relation == Relation::below;
  return from_above ? bound - value(row) : value(row) - bound;
}

bool Target::met(const metrics::Row& row) const {
  if (row.outcome != Outcome::ok) return false;
  const bool strict = relation == Relation::below || relation == Relation::above;
  return strict ? slack(row) > 0.0 : slack(row) >= 0.0;  // false for NaN
}

double Target::margin(const metrics::Row& row) const {
  const double distance = slack(row);
  if (row.outcome != Outcome::ok || std::isnan(distance)) return -std::numeric_limits<double>::infinity();
  return bound == 0.0 ? distance : distance / std::abs(bound);
}

std::string Target::name() const {
  const auto its = metrics::catalogue()[metric].name;
  return absolute ? fmt::format("abs({})", its) : std::string(its);
}

Target parse_target(std::string_view text, const study::Study& study) {
  return TargetReader(text, study).read();
}

}  // namespace hilspace::analysis
