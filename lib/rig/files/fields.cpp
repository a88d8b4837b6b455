#include "rig/files/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "study/notation/keys.hpp"
#include "study/notation/likely_quantity.hpp"
#include "study/notation/nearest.hpp"
#include "study/notation/quantity.hpp"

namespace hilspace::rig {
namespace {

using study::Findings, study::Table, study::Value;

/// Stores a value in its field; returns an error message, or an empty string.
struct Reader {
  const Field& field;
  const Value& value;

  std::string operator()(double* target) const {
    if (field.unit == "1") {
      const auto* real = value.as<double>();
      const auto* whole = value.as<std::int64_t>();
      if (real == nullptr && whole == nullptr) return "must be a number";
      *target = real != nullptr ? *real : static_cast<double>(*whole);
    } else {
      const auto* text = value.as<std::string>();
      if (text == nullptr)
        return fmt::format("must be a quantity with its unit, in quotes, e.g. \"1 {}\"", field.unit);
      std::string complaint;
      const auto quantity = study::parse_quantity(*text, field.unit, complaint);
      if (!quantity) {
        const auto likely = study::likely_quantity(*text, field.unit);
        if (!likely) return complaint;
        return fmt::format("{}; write {}", likely->mishap.empty() ? complaint : likely->mishap,
                           study::toml_string(likely->text));
      }
      *target = quantity->si();
    }
    return std::isfinite(*target) ? within(*target) : "must be finite";
  }
  std::string operator()(std::uint32_t* target) const {
    const auto* whole = value.as<std::int64_t>();
    if (whole == nullptr || *whole < 0 || *whole > std::numeric_limits<std::uint32_t>::max())
      return "must be an integer, 0 or more";
    *target = static_cast<std::uint32_t>(*whole);
    return within(*target);
  }
  std::string operator()(bool* target) const {
    const auto* given = value.as<bool>();
    if (given == nullptr) return "must be true or false";
    *target = *given;
    return {};
  }
  std::string operator()(std::string* target) const {
    const auto* text = value.as<std::string>();
    if (text == nullptr) return "must be a text, in quotes";
    *target = *text;
    return {};
  }
  std::string operator()(const Choice& choice) const {
    const auto* text = value.as<std::string>();
    const auto found = text == nullptr ? choice.names.end() : std::ranges::find(choice.names, *text);
    if (found == choice.names.end())
      return "unknown name; " + study::suggestion(text == nullptr ? "" : *text, choice.names);
    *choice.index = static_cast<std::size_t>(found - choice.names.begin());
    return {};
  }

 private:
  std::string within(double number) const {
    if (number < field.least) return "must be at least " + amount(field.least);
    if (number > field.most) {
      std::string wrong = "must be at most " + amount(field.most);
      if (!field.reason.empty())
        wrong.append(": ").append(field.reason).append("; correct the number, or its unit");
      return wrong;
    }
    return {};
  }
  std::string amount(double number) const {
    return field.unit == "1" ? fmt::format("{:g}", number) : fmt::format("{:g} {}", number, field.unit);
  }
};

struct Walk {
  std::span<const Field> fields;
  std::span<const std::string_view> others;
  std::vector<std::string_view> keys;
  Findings& findings;

  void operator()(const Table& table, std::string_view path) const {
    for (const study::Entry& entry : table) {
      const std::string key = study::join(path, entry.key);
      if (std::ranges::find(others, key) != others.end()) continue;
      const auto field = std::ranges::find(fields, key, &Field::key);
      if (field != fields.end()) {
        const std::string wrong = std::visit(Reader{*field, entry.value}, field->target);
        if (!wrong.empty())
          findings.add(entry.value.place, fmt::format("{} = {}: {}", key, study::shown(entry.value), wrong));
      } else if (!study::is_table(key, keys)) {
        findings.add(entry.place, study::unknown_key(key, keys));
      } else if (const auto* inner = entry.value.as<Table>()) {
        (*this)(*inner, key);
      } else {
        findings.add(entry.place, fmt::format("{}: must be a table, [{}]", key, key));
      }
    }
  }
};

struct Writer {
  const Field& field;
  std::string operator()(const double* value) const {
    if (field.unit == "1") return fmt::format("{}", *value);
    return fmt::format("\"{} {}\"", *value, field.unit);
  }
  std::string operator()(const std::uint32_t* value) const { return fmt::format("{}", *value); }
  std::string operator()(const bool* value) const { return fmt::format("{}", *value); }
  std::string operator()(const std::string* value) const { return study::toml_string(*value); }
  std::string operator()(const Choice& choice) const {
    return study::toml_string(choice.names[*choice.index]);
  }
};

}  // namespace

void read_fields(const Table& root, std::span<const Field> fields, std::span<const std::string_view> others,
                 Findings& findings) {
  std::vector<std::string_view> keys(others.begin(), others.end());
  for (const Field& field : fields) keys.emplace_back(field.key);
  Walk{fields, others, keys, findings}(root, "");
}

std::string text_of(std::span<const Field> fields) {
  std::string text;
  for (const Field& field : fields) {
    double* const* number = std::get_if<double*>(&field.target);
    if (number != nullptr && !std::isfinite(**number))
      continue;  // unlimited is expressed by omitting the key
    text += fmt::format("{} = {}\n", field.key, std::visit(Writer{field}, field.target));
  }
  return text;
}

}  // namespace hilspace::rig
