#include "sweep/output/block_writer.hpp"

#include <algorithm>
#include <utility>

namespace hilspace::sweep {

BlockWriter::BlockWriter(PartStore& store, const OutputFile& output, Blocks& blocks, std::string start_time,
                         std::function<void()> recorded, const std::atomic<bool>& stop)
    : store_(store),
      output_(output),
      blocks_(blocks),
      start_time_(std::move(start_time)),
      recorded_(std::move(recorded)),
      stop_(stop),
      thread_([this] {
        try {
          record();
        } catch (...) {
          failure_ = std::current_exception();
        }
        blocks_.empty.close();  // releases workers that wait for an empty block
      }) {}

BlockWriter::~BlockWriter() {
  blocks_.full.close();
  if (thread_.joinable()) thread_.join();
}

std::optional<metrics::Summary> BlockWriter::finish() {
  blocks_.full.close();
  thread_.join();
  if (failure_) std::rethrow_exception(failure_);
  return summary_;
}

void BlockWriter::record() {
  results::Assembly assembly = output_.begin(store_.folder());
  const std::vector<results::PartInfo> before(store_.parts().begin(), store_.parts().end());
  if (!assembly.add(before, stop_)) return;
  while (const auto draft = blocks_.full.take()) {
    const results::Block& block = (*draft)->block;
    store_.add(block);
    assembly.add(block);
    scenarios_ += block.range().size();
    blocks_.empty.put(*draft);
  }
  if (!store_.missing().empty()) return;
  recorded_();
  store_.check_lock();
  summary_ = output_.end(assembly, start_time_, stop_);
}

}  // namespace hilspace::sweep
