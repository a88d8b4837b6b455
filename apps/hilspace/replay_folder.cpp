#include "replay_folder.hpp"

#include <fmt/core.h>

#include <array>
#include <fstream>
#include <string_view>
#include <system_error>

#include "core/error.hpp"

namespace hilspace::app {
namespace {

namespace fs = std::filesystem;

/// In the first lines of every file of a replay (tools/vtk).
constexpr std::string_view kMark = "<!-- hilspace replay folder -->";

bool is_marked(const fs::path& file) {
  std::array<char, 256> begin{};
  std::ifstream stream(file, std::ios::binary);
  stream.read(begin.data(), begin.size());
  return std::string_view(begin.data(), static_cast<std::size_t>(stream.gcount())).find(kMark) !=
         std::string_view::npos;
}

void check_file(const fs::path& file) {
  std::error_code none;
  if (!fs::exists(fs::symlink_status(file, none))) return;
  if (!fs::is_regular_file(file, none) || !is_marked(file))
    throw RunError(fmt::format("--vtk: {}: is not of a replay, and is not replaced; choose another folder",
                               file.string()));
}

/// The instants of a model, in a folder of their own.
void check_series(const fs::path& folder) {
  std::error_code none;
  if (!fs::exists(fs::symlink_status(folder, none))) return;
  const bool is_own =
      fs::is_directory(folder, none) && (fs::is_empty(folder, none) || is_marked(folder / "0000.vtp"));
  if (!is_own)
    throw RunError(fmt::format("--vtk: {}: is not of a replay, and is not replaced; choose another folder",
                               folder.string()));
}

}  // namespace

ReplayFolder::ReplayFolder(const std::string& name) : folder_(name) {
  if (name.empty()) throw InputError("--vtk: needs the name of a folder, such as --vtk replay");
  check_file(folder_ / "target.vtp");
  for (const std::string model : {"docking", "hil"})
    for (const std::string& series : {model, model + "-force", model + "-link"}) {
      check_file(folder_ / (series + ".pvd"));
      check_series(folder_ / series);
    }
  std::error_code error;
  for (fs::path each = folder_; !each.empty() && !fs::exists(each, error); each = each.parent_path())
    made_.insert(made_.begin(), each);
  fs::create_directories(folder_, error);
  if (error) throw InputError(fmt::format("--vtk: {}: {}", folder_.string(), error.message()));
}

ReplayFolder::~ReplayFolder() {
  std::error_code none;
  for (auto each = made_.rbegin(); each != made_.rend(); ++each) fs::remove(*each, none);
}

}  // namespace hilspace::app
