// Prints what studies are made of, one entry a line, as a dictionary for libFuzzer.

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "contact/law.hpp"
#include "contact/material.hpp"
#include "study/schema/settings.hpp"
#include "study/study.hpp"

namespace {

void print_entry(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\')
      escaped += {'\\', c};
    else if (c < ' ')
      escaped += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    else
      escaped += c;
  }
  fmt::print("\"{}\"\n", escaped);
}

/// Its path, its table, its line in that table, and an axis of it.
void print_key(std::string_view path, std::string_view example) {
  print_entry(path);
  const auto dot = path.find('.');
  if (dot == std::string_view::npos) return print_entry(fmt::format("\n{} = {}\n", path, example));
  print_entry(fmt::format("\n[{}]\n{} = {}\n", path.substr(0, dot), path.substr(dot + 1), example));
  print_entry(fmt::format("\n{} = {}\n", path.substr(dot + 1), example));
  print_entry(fmt::format("\n\"{}\" = [{}]\n", path, example));
  print_entry(fmt::format("\n#--set {}={}\n", path, example));
}

}  // namespace

int main() {
  using namespace hilspace;
  for (const auto& parameter : study::parameters()) print_key(parameter.path, parameter.example);
  for (const auto& setting : study::kSettings) print_key(setting.path, setting.example);
  const auto print_names = [](const auto& table) {
    for (const auto& row : table) print_entry(fmt::format("\"{}\"", row.name));
  };
  print_names(contact::kLaws);
  print_names(contact::materials());
  print_names(instruments::kStages);
  print_names(models::kSolvers);
  for (const std::string_view word : {"\n[[axis]]\n",
                                      "\nname = \"a\"\n",
                                      "{ from = ",
                                      ", to = ",
                                      ", step = ",
                                      ", count = 5 }",
                                      ", spacing = \"log\" }",
                                      "\n[materials.own]\nyoungs_modulus = \"1 GPa\"\npoisson_ratio = 0.3\n",
                                      "\"own\"",
                                      "\n[design]\n",
                                      " = [",
                                      ", ",
                                      "inf",
                                      "nan",
                                      "-0.0",
                                      "1e308",
                                      "1e-320",
                                      "0 ",
                                      "-1 ",
                                      "deg",
                                      "furlong"})
    print_entry(word);
}
