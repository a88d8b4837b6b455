#include "sampling/openturns.hpp"

#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>

#include "core/error.hpp"
#include "core/version.hpp"
#include "sampling/openturns_module.hpp"

namespace hilspace::sampling::openturns {
namespace {

std::mutex loading;
std::atomic<const Module*> loaded_module = nullptr;
std::atomic<bool> forbidden = false;

std::vector<std::filesystem::path> folders() {
  if (const char* named = std::getenv("HILSPACE_MODULES")) return {named};
  std::error_code none;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", none);
  if (none) return {};
  const auto folder = program.parent_path();
  std::vector<std::filesystem::path> all{folder.parent_path() / "lib" / "hilspace", folder};
  // The Python module: the program is the interpreter's, and this code is in lib/python3*/dist-packages/hilspace.
  Dl_info here{};
  if (dladdr(reinterpret_cast<const void*>(&hilspace::sampling::openturns::loaded), &here) != 0 &&
      here.dli_fname != nullptr) {
    const std::filesystem::path module = here.dli_fname;
    if (module.extension() == ".so")
      all.push_back(module.parent_path().parent_path().parent_path().parent_path() / "hilspace");
  }
  return all;
}

/// Empty: not found.
std::filesystem::path module_file() {
  for (const auto& folder : folders()) {
    std::error_code unreadable;  // treated as absent
    if (std::filesystem::exists(folder / kModuleFile, unreadable)) return folder / kModuleFile;
  }
  return {};
}

std::string where_looked() {
  std::string text;
  for (const auto& folder : folders()) text += (text.empty() ? "" : " or ") + folder.string();
  return text;
}

[[noreturn]] void refuse(const std::string& what, const std::string& why) {
  throw InputError(what + " from OpenTURNS: " + why);
}

const Module* load(const std::string& what) {
  constexpr const char* kMend = "; install the package libopenturns-dev and rebuild hilspace";
  const auto file = module_file();
  if (file.empty())
    refuse(what, std::string(kModuleFile) + " is not in " + where_looked() + kMend +
                     ", or set HILSPACE_MODULES to the folder that contains it");
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse(what, std::string("it cannot be loaded: ") + dlerror() + kMend);
  const auto entry =
      reinterpret_cast<decltype(&hilspace_openturns_module)>(dlsym(library, "hilspace_openturns_module"));
  if (entry == nullptr) refuse(what, file.string() + " is not a hilspace module" + kMend);
  const Module* module = entry();
  if (module->revision != revision())
    refuse(what, file.string() + " has revision " + std::string(module->revision) + ", the program of " +
                     std::string(revision()) + "; use both from the same build");
  return module;
}

const Module& module_for(const char* what) {
  if (forbidden)
    refuse(what, "this program never loads OpenTURNS; give the points as a list (design.type = \"list\")");
  if (const Module* module = loaded_module) return *module;
  const std::lock_guard lock(loading);
  if (loaded_module == nullptr) loaded_module = load(what);
  return *loaded_module;
}

/// Calls a function of the module and rethrows its failures as this program's exceptions.
template <class Call>
auto asked(const char* what, Call call) {
  const Module& module = module_for(what);
  decltype(call(module)) result;
  if (const auto failure = module.attempt([&] { result = call(module); })) {
    if (failure->of_input) throw InputError(failure->text);
    throw std::runtime_error(failure->text);
  }
  return result;
}

}  // namespace

bool available() { return !forbidden && !module_file().empty(); }
bool loaded() { return loaded_module != nullptr; }
void never_load() { forbidden = true; }

Points sobol(std::uint64_t samples, std::size_t dimensions) {
  return asked("the Sobol sequence", [&](const Module& its) { return its.sobol(samples, dimensions); });
}

Points halton(std::uint64_t samples, std::size_t dimensions) {
  return asked("the Halton sequence", [&](const Module& its) { return its.halton(samples, dimensions); });
}

Points latin_hypercube(std::uint64_t samples, std::size_t dimensions, std::uint64_t seed) {
  return asked("the Latin hypercube",
               [&](const Module& its) { return its.latin_hypercube(samples, dimensions, seed); });
}

std::vector<double> normal(const Distribution& distribution, std::span<const double> probabilities) {
  return asked("the normal distribution",
               [&](const Module& its) { return its.normal(distribution, probabilities); });
}

std::vector<double> triangular(const Distribution& distribution, std::span<const double> probabilities) {
  return asked("the triangular distribution",
               [&](const Module& its) { return its.triangular(distribution, probabilities); });
}

MartinezIndices martinez_indices(std::span<const double> a, std::span<const double> b,
                                 std::span<const std::vector<double>> with, double confidence) {
  return asked("Sobol' indices",
               [&](const Module& its) { return its.martinez_indices(a, b, with, confidence); });
}

}  // namespace hilspace::sampling::openturns
