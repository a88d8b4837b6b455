#include "study/write_back.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <vector>

#include "contact/material.hpp"
#include "study/document.hpp"

namespace hilspace::study {
namespace {

class Writer {
 public:
  explicit Writer(const Study& study) : study_(study) {}

  std::string write() {
    write_root();
    write_tables();
    write_materials();
    write_output();
    for (const auto& axis : study_.axes) write_axis(axis);
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  /// Shortest digits that read as the same double.
  std::string written(const Parameter& parameter, double value) const {
    if (parameter.kind == Kind::number) return fmt::format("{}", value);
    if (parameter.kind == Kind::quantity) return fmt::format("\"{} {}\"", value, parameter.unit);
    return quoted(text_of(study_, *find_parameter(parameter.path), value));
  }

  void write_root() {
    print("title = {}\nmodel = {}\nseed = {}\nmodels = [{}]\n", quoted(study_.title), quoted(study_.model),
          study_.seed, models());
  }

  std::string_view models() const {
    if (study_.docking && study_.hil) return "\"docking\", \"hil\"";
    return study_.docking ? "\"docking\"" : "\"hil\"";
  }

  /// The parameters, which parameters() lists table by table, and the settings of [numerics].
  void write_tables() {
    std::string_view table;
    for (std::size_t i = 0; i < kParameterCount; ++i) {
      const auto& parameter = parameters()[i];
      const double value = study_.base.values[i];
      const auto dot = parameter.path.find('.');
      const auto own_table = parameter.path.substr(0, dot);
      if (own_table == "numerics" && table != own_table) {
        print("\n[numerics]\nsolver = \"rk4\"\nerror_share = {}\n", study_.error_share);
        table = own_table;
      }
      if (std::isnan(value)) continue;
      if (table != own_table) print("\n[{}]\n", own_table);
      table = own_table;
      print("{} = {}\n", parameter.path.substr(dot + 1), written(parameter, value));
    }
  }

  void write_materials() {
    for (std::size_t i = contact::materials().size(); i < study_.materials.size(); ++i) {
      const auto& [name, material] = study_.materials[i];
      print("\n[materials.{}]\nyoungs_modulus = \"{} Pa\"\npoisson_ratio = {}\n", name,
            material.youngs_modulus, material.poisson_ratio);
    }
  }

  void write_output() {
    const auto& [metrics, traces, sample_interval] = study_.output;
    if (metrics.empty() && traces.empty() && sample_interval == 0.0) return;
    print("\n[output]\n");
    std::vector<std::string> names;
    for (const auto& metric : metrics) names.push_back(quoted(metric));
    if (!names.empty()) print("metrics = [{}]\n", fmt::join(names, ", "));
    if (!traces.empty()) print("traces = [{}]\n", fmt::join(traces, ", "));
    if (sample_interval != 0.0) print("sample_interval = \"{} s\"\n", sample_interval);
  }

  void write_axis(const Axis& axis) {
    print("\n[[axis]]\nname = {}\n", quoted(axis.name));
    for (std::size_t p = 0; p < axis.parameters.size(); ++p) {
      const auto& parameter = parameters()[static_cast<std::size_t>(axis.parameters[p])];
      print("\"{}\" = [", parameter.path);
      for (std::size_t i = 0; i < axis.size(); ++i)
        print("{}{}", i == 0 ? "" : ", ", written(parameter, axis.values[p][i]));
      print("]\n");
    }
  }

  const Study& study_;
  std::string text_;
};

}  // namespace

std::string write_back(const Study& study) { return Writer(study).write(); }

}  // namespace hilspace::study
