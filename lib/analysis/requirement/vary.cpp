#include "analysis/requirement/vary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <system_error>
#include <utility>

#include "core/error.hpp"
#include "study/notation/keys.hpp"
#include "study/notation/likely_quantity.hpp"
#include "study/schema/known_keys.hpp"
#include "study/write_back.hpp"

namespace hilspace::analysis {
namespace {

class VariedReader {
 public:
  VariedReader(std::string_view text, const study::Study& study) : text_(text), study_(study) {}

  Varied read() const {
    const auto equals = text_.find('=');
    const auto dots = text_.find("..", equals == std::string_view::npos ? 0 : equals);
    if (equals == 0 || equals == std::string_view::npos || dots == std::string_view::npos)
      complain("write PATH=FROM..TO, for example --vary actuator.total_delay=0.1ms..5ms");
    if (text_.substr(dots + 2).starts_with('.'))  // ".5ms", or one dot too many? Two numbers far apart
      complain("has three dots; write two, as in 0.1ms..5ms, and a 0 before a decimal point: 0.1ms..0.5ms");
    const study::Id id = known(text_.substr(0, equals));
    const auto from = text_.substr(equals + 1, dots - equals - 1);
    const auto to = text_.substr(dots + 2);
    Varied varied = study::parameter(id).kind == study::ValueKind::number ? Varied{id, bare(from), bare(to)}
                                                                          : with_unit(id, from, to);
    if (varied.from == varied.to) complain("the two ends of the range must differ");
    return varied;
  }

 private:
  [[noreturn]] void complain(std::string_view what) const {
    throw InputError(fmt::format("--vary {}: {}", text_, what));
  }

  study::Id known(std::string_view path) const {
    const auto paths = study::parameter_paths(study_.model);
    const auto id = study::find_parameter(path);
    if (!id || std::ranges::find(paths, path) == paths.end()) complain(study::unknown_key(path, paths));
    const auto kind = study::parameter(*id).kind;
    if (kind != study::ValueKind::quantity && kind != study::ValueKind::number)
      complain("names have no range; only a number can be varied");
    return *id;
  }

  Varied with_unit(study::Id id, std::string_view from, std::string_view to) const {
    const auto unit = study::unit_of(to);
    const study::Quantity last = quantity(id, std::string(to));
    const study::Quantity first =
        quantity(id, study::unit_of(from).empty() ? fmt::format("{} {}", from, unit) : std::string(from));
    return {id, first.si(), last.si(), std::string(unit), last.scale};
  }

  study::Quantity quantity(study::Id id, const std::string& written) const {
    std::string complaint;
    const auto found = study::parse_quantity(written, study::parameter(id).unit, complaint);
    if (found) return *found;
    if (const auto likely = study::likely_quantity(written, study::parameter(id).unit))
      complaint =
          fmt::format("{}; write {}", likely->mishap.empty() ? complaint : likely->mishap, likely->text);
    complain(fmt::format("\"{}\": {}", written, complaint));
  }

  double bare(std::string_view text) const {
    double number = 0.0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && rest == end && std::isfinite(number)) return number;
    const auto comma = text.find(',');
    if (comma != std::string_view::npos && comma == text.rfind(',')) {
      std::string meant(text);
      meant[comma] = '.';
      complain(fmt::format("\"{}\": has a decimal comma; write {}", text, meant));
    }
    complain(fmt::format("\"{}\" is not a number; this parameter has no unit", text));
  }

  std::string_view text_;
  const study::Study& study_;
};

/// Removes the axes that vary it.
void take_off_axis(study::Study& study, const Varied& varied) {
  const auto axis = std::ranges::find_if(study.axes, [&](const study::Axis& its) {
    return std::ranges::find(its.parameters, varied.id) != its.parameters.end();
  });
  if (axis == study.axes.end()) return;
  if (study.design)
    throw InputError(
        fmt::format("--vary {}: the study's [design] samples it; remove its [[parameter]]", varied.path()));
  if (axis->parameters.size() > 1)
    throw InputError(
        fmt::format("--vary {}: varies together with other parameters on the study's axis \"{}\"; remove it "
                    "from that axis",
                    varied.path(), axis->name));
  study.axes.erase(axis);
}

/// Removes other spellings of the same parameter first.
void check_spelling(const study::Study& study, const Varied& varied) {
  for (const auto& [first, second] : study::exclusive_parameters()) {
    if (varied.id != first && varied.id != second) continue;
    const study::Id other = varied.id == first ? second : first;
    const bool on_axis = std::ranges::any_of(study.axes, [&](const study::Axis& its) {
      return std::ranges::find(its.parameters, other) != its.parameters.end();
    });
    if (on_axis || (!std::isnan(study.base[other]) && std::isnan(study::parameter(other).fallback)))
      throw InputError(
          fmt::format("--vary {}: the study has {}, which excludes it; vary that instead, or remove "
                      "it from the study",
                      varied.path(), study::parameter(other).path));
  }
}

std::string setting(std::span<const Varied> varied, const study::Study& study) {
  std::string text = "the study with";
  for (const Varied& its : varied)
    text += fmt::format(" {}={}{}", its.path(), its.scale.from_si(study.base[its.id]), its.unit);
  return text;
}

}  // namespace

Varied parse_varied(std::string_view text, const study::Study& study) {
  return VariedReader(text, study).read();
}

study::Study freed(study::Study study, std::span<const Varied> varied,
                   std::span<const study::KnownMetric> known_metrics) {
  // Trace requests refer to axes that may have been removed.
  study.output.traces.clear();
  for (const Varied& its : varied) {
    check_spelling(study, its);
    take_off_axis(study, its);
    study.base[its.id] = its.from;
  }
  const auto read = [&](const study::Study& its) {
    return study::parse(study::write_back(its), setting(varied, its), {}, known_metrics);
  };
  // Read again, so that everything a key implies exists, such as a stage of an instrument.
  study::Study at_start = read(study);
  for (std::size_t corner = 1; corner < std::size_t{1} << varied.size(); ++corner) {
    study::Study other = at_start;
    for (std::size_t k = 0; k < varied.size(); ++k)
      if ((corner >> k & 1U) != 0) other.base[varied[k].id] = varied[k].to;
    if (read(other).resolved != study::write_back(other))
      throw InputError(setting(varied, other) + ": other keys change as well; vary those instead");
  }
  return at_start;
}

}  // namespace hilspace::analysis
