#include "world.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <system_error>

#include "core/error.hpp"
#include "results/disk/files.hpp"
#include "results/parts/part.hpp"
#include "results/reading/result_file.hpp"
#include "results/reading/result_reader.hpp"

namespace hilspace::worlds {
namespace fs = std::filesystem;
namespace {

constexpr const char* kFolder = "/w";
constexpr int kPatience = 4;  // sessions that wait for a lock

/// Calls per kind of session in the calm, so that a disaster falls within it.
std::map<std::string, std::uint64_t>& usual_calls() {
  static std::map<std::string, std::uint64_t> calls;
  return calls;
}

void add(Bits& bits, const results::Variable& variable) {
  for (const double value : variable.values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  for (const auto& text : variable.texts) bits.push_back(std::hash<std::string>()(text));
  bits.push_back(std::bit_cast<std::uint64_t>(variable.numerical_error));
}

}  // namespace

Bits bits_of_result(const fs::path& file) {
  const results::ResultFile result = results::read_result(file);
  Bits bits{std::hash<std::string>()(result.study)};
  for (const auto* variables : {&result.coordinates, &result.variables})
    for (const auto& variable : *variables) add(bits, variable);
  for (const auto& trace : result.traces)
    for (const auto& variable : results::read_trace_group(file, trace.path)) add(bits, variable);
  return bits;
}

Bits bits_of_part(const fs::path& file) {
  const results::Block block = results::read_part(file);
  Bits bits;
  for (const double number : block.all()) bits.push_back(std::bit_cast<std::uint64_t>(number));
  return bits;
}

World::World(std::uint64_t seed, Kind kind, std::optional<bool> has_rename)
    : kind_(kind),
      dice_(seed),
      disk_(dice_.next(), has_rename.value_or(!dice_.one_in(4)), !dice_.one_in(4)),
      instead_(disk_) {
  disk_.begin({});
  disk_.make_folder(kFolder);
  const results::files::Open root("/", O_RDONLY);
  disk_.sync(root.get());
}

void World::fail(const std::string& what) {
  if (wrong_.empty())
    wrong_ = fmt::format("{}\nit came so:\n{}there are: {}", what, past_, fmt::join(files(), " "));
}

test::Disaster World::disaster(const std::string& name, const fs::path& output) {
  test::Disaster its;
  if (kind_ == Kind::calm) return its;
  its.short_calls = dice_.one_in(4);
  const std::uint64_t usual = std::max<std::uint64_t>(usual_calls()[name], 20);
  // Renames are as critical as all other calls together.
  const std::uint64_t at =
      dice_.one_in(3) ? usual - dice_.below(usual / 4) : 1 + dice_.below(usual + usual / 8);
  constexpr std::array kErrors{EIO, ENOSPC, EINTR};
  const int error = kErrors[dice_.below(kErrors.size())];
  switch (dice_.below(kind_ == Kind::dishonest ? 12 : 9)) {
    case 0:
    case 1:
    case 2:
      its.fail_at = at;
      its.error = error;
      break;
    case 3:
      its.fail_at = at;
      its.error = error;
      its.stays = true;
      break;
    case 4:
      its.intrude_at = output.empty() ? 0 : at;
      its.intruder = output.string();
      its.intrude_late = !output.empty() && dice_.one_in(2);
      break;
    case 5:
    case 6:
    case 7:
    case 8:
      its.die_at = at;
      break;
    default:
      its.lie_at = at;
  }
  return its;
}

bool World::session(const std::string& name, const std::function<void()>& action, const fs::path& output) {
  if (!wrong_.empty()) return false;
  const bool ended_well = session(name, disaster(name, output), action, output);
  if (kind_ != Kind::calm && dice_.one_in(ended_well ? 4 : 2)) cut_power();
  return ended_well;
}

bool World::session(const std::string& name, const test::Disaster& its, const std::function<void()>& action,
                    const fs::path& output) {
  disk_.begin(its);
  bool ended_well = false;
  std::string text;
  try {
    action();
    ended_well = !disk_.is_dead();
    text = ended_well ? "ok" : "died";
  } catch (const InputError& error) {
    text = error.what();
  } catch (const RunError& error) {
    text = error.what();
  } catch (const std::exception& error) {
    text = error.what();
    if (!disk_.is_dead()) fail(fmt::format("{}: neither InputError nor RunError: {}", name, text));
  }
  const bool died = disk_.is_dead();
  calls_.push_back(disk_.calls());
  was_met_ = died || disk_.has_failed() || disk_.has_intruded();
  past_ += fmt::format("  {}: {} calls, fail {}{} {}, die {}, lie {}{}: {}\n", name, disk_.calls(),
                       its.fail_at, its.stays ? "+" : "", its.error, its.die_at, its.lie_at,
                       its.short_calls ? ", short calls" : "", died ? "died" : text);
  if (kind_ == Kind::calm) {
    auto& usual = usual_calls()[name];
    usual = std::max(usual, disk_.calls());
    if (!ended_well) fail("a calm session failed");
  }
  const bool intruded = disk_.has_intruded();  // which following advice forgets
  if (!ended_well && !died) judge_error(name, text);
  if (intruded) check_intruder(output);
  disk_.end();
  check_promises(name);
  return ended_well;
}

void World::cut_power() {
  disk_.cut_power();
  past_ += "  power cut\n";
  if (dice_.one_in(2)) disk_.pass(400);
  check_promises("a power cut");
}

/// A foreign file stays until its owner removes it.
void World::check_intruder(const fs::path& output) {
  disk_.begin({});
  if (!results::files::exists(output) || results::files::read_text(output) != test::kIntruder)
    fail("what somebody else wrote meanwhile was replaced");
  disk_.unlink(output);
  const results::files::Open folder(output.parent_path(), O_RDONLY | O_DIRECTORY);
  disk_.sync(folder.get());
  past_ += "  somebody else's file came and went\n";
}

/// A failure is reported with its file and reason. (Actions of other processes are errors too.)
void World::judge_error(const std::string& name, const std::string& text) {
  const bool names_file = text.find(kFolder) != std::string::npos;
  const auto says = [&](int error) {
    return text.find(std::generic_category().message(error)) != std::string::npos;
  };
  constexpr std::array kAnswers{"another run is writing", "is missing",         "are missing",
                                "nothing to extend",      "no parts",           "no such file",
                                "wrote it meanwhile",     "is not an HDF5 file"};
  const bool is_answer = std::ranges::any_of(
      kAnswers, [&](const char* answer) { return text.find(answer) != std::string::npos; });
  const bool has_reason = says(EIO) || says(ENOSPC) || says(EINTR);
  const bool is_lie = kind_ == Kind::dishonest && text.find("is damaged") != std::string::npos;
  if (!names_file && !is_answer) fail(fmt::format("{}: no file is named: {}", name, text));
  if (disk_.has_failed() && !has_reason && !is_answer && !is_lie)
    fail(fmt::format("{}: the reason is not said: {}", name, text));
  if (!disk_.has_failed() && !is_answer && kind_ != Kind::dishonest)
    fail(fmt::format("{}: nothing had failed: {}", name, text));
  if (kind_ == Kind::dishonest) follow_advice(text);
}

/// Follows "FILE: is damaged (...); delete it ...", as a user would with only that line.
bool World::follow_advice(const std::string& text) {
  const auto at = text.find(": is damaged");
  if (at == std::string::npos) return false;
  disk_.begin({});
  disk_.unlink(text.substr(0, at));
  past_ += "  deleted " + text.substr(0, at) + "\n";
  return true;
}

void World::calm_session(const std::function<void()>& action) {
  for (int tries = 0; wrong_.empty(); ++tries) {
    disk_.begin({});
    try {
      action();
      past_ += "  calm: ok\n";
      break;
    } catch (const std::exception& error) {
      const std::string text = error.what();
      past_ += "  calm: " + text + "\n";
      const bool waits = text.find("another run is writing") != std::string::npos;
      if (waits) disk_.pass(400);
      const bool goes_on = waits || (kind_ == Kind::dishonest && follow_advice(text));
      if (!goes_on || tries >= kPatience) fail("undisturbed, it does not succeed: " + text);
    }
  }
  disk_.end();
  check_promises("the calm session");
}

void World::promise(const fs::path& file, const Bits& bits, bool is_part) {
  if (!disk_.is_dead()) promised_[file.string()] = {{bits}, is_part};
}

void World::allow(const fs::path& file, const Bits& other) {
  if (const auto its = promised_.find(file.string()); its != promised_.end())
    its->second.bits.push_back(other);
}

void World::promise(const std::string& name, const std::function<std::string()>& check) {
  if (!disk_.is_dead()) checks_[name] = check;
}

void World::check_promises(const std::string& after) {
  disk_.begin({});
  for (const auto& [file, promised] : promised_) {
    if (!wrong_.empty()) return;
    try {
      const Bits found = promised.is_part ? bits_of_part(file) : bits_of_result(file);
      if (std::ranges::find(promised.bits, found) == promised.bits.end())
        fail(fmt::format("after {}: {} has other bits", after, file));
    } catch (const std::exception& error) {
      fail(fmt::format("after {}: what was finished is lost: {}", after, error.what()));
    }
  }
  for (const auto& [name, check] : checks_)
    if (const std::string what = check(); !what.empty())
      fail(fmt::format("after {}: {}: {}", after, name, what));
  disk_.end();
}

}  // namespace hilspace::worlds
