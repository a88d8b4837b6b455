// Effects of a power cut on a simulated disk.

#include <algorithm>
#include <functional>

#include "support/simulated_disk.hpp"

namespace hilspace::test {
namespace {

constexpr std::size_t kSector = 512;

}  // namespace

/// Remains of a file: all writes since its last sync are lost; or those after some moment, with a partial
/// write at that moment; or each independently, some sector by sector.
std::string SimulatedDisk::after_cut(const Node& node, std::uint64_t style) {
  std::string text = node.safe;
  if (style == 0) return text;
  const std::size_t last = node.unsynced.empty() ? 0 : dice_.below(node.unsynced.size() + 1);
  for (std::size_t i = 0; i < node.unsynced.size(); ++i) {
    const Write& write = node.unsynced[i];
    if (write.is_size || (style == 1 && i < last)) {
      if (style != 1 || i < last) apply(text, write);
      continue;
    }
    if (style == 1 && i > last) break;
    if (style == 2 && dice_.one_in(2)) {
      if (dice_.one_in(2)) apply(text, write);
      continue;
    }
    for (std::size_t at = 0; at < write.data.size();) {  // torn
      const std::size_t size = std::min(write.data.size() - at, kSector - (write.offset + at) % kSector);
      if (dice_.one_in(2)) apply(text, {write.offset + at, write.data.substr(at, size), false});
      at += size;
    }
  }
  return text;
}

void SimulatedDisk::cut(Node& folder, std::uint64_t style, std::uint64_t last) {
  Names names = folder.safe_names;
  std::map<std::string, std::vector<NodePtr>> past;
  for (const Renaming& change : folder.unsynced_names) {
    if (style == 2)
      past[change.name].push_back(change.node);
    else if (style == 1 && change.when <= last)
      names[change.name] = change.node;
  }
  for (const auto& [name, nodes] : past)
    if (const auto which = dice_.below(nodes.size() + 1); which > 0) names[name] = nodes[which - 1];
  std::erase_if(names, [](const auto& entry) { return entry.second == nullptr; });
  folder.names = folder.safe_names = names;
  folder.unsynced_names.clear();
  for (auto& [name, node] : names) {
    if (node->is_folder) {
      cut(*node, style, last);
    } else {
      node->now = node->safe = after_cut(*node, style);
      node->unsynced.clear();
    }
  }
}

void SimulatedDisk::cut_power() {
  const std::lock_guard guard(mutex_);
  end();
  ++boots_;
  const std::uint64_t style = dice_.below(3);
  // Journals keep the order of name changes: all of them up to some moment.
  std::uint64_t first = changes_;
  std::function<void(const Node&)> look = [&](const Node& folder) {
    for (const Renaming& change : folder.unsynced_names) first = std::min(first, change.when);
    for (const auto& entry : folder.names)
      if (entry.second->is_folder) look(*entry.second);
  };
  look(*root_);
  cut(*root_, style, first + dice_.below(changes_ - first + 1));
  std::function<void(Node&)> forget = [&](Node& folder) {
    for (auto& entry : folder.names) {
      entry.second->links = 0;
      if (entry.second->is_folder) forget(*entry.second);
    }
  };
  std::function<void(Node&)> count = [&](Node& folder) {
    for (auto& entry : folder.names) {
      ++entry.second->links;
      if (entry.second->is_folder) count(*entry.second);
    }
  };
  forget(*root_);
  count(*root_);
}

}  // namespace hilspace::test
