#include "results/h5/checked_numbers.hpp"

#include "results/h5/attribute.hpp"

namespace hilspace::results {
namespace {

constexpr const char* kDigestName = "digest";

}  // namespace

void write_numbers(hid_t dataset, std::span<const double> values) {
  h5::write(dataset, values);
  Digest digest;
  digest.add(0, values);
  write_digest(dataset, digest);
}

void write_digest(hid_t dataset, const Digest& digest) {
  const h5::Handle creation(H5Dget_create_plist(dataset), H5Pclose);
  if (H5Pget_layout(creation) == H5D_CHUNKED) h5::write_attribute(dataset, kDigestName, digest.text());
}

std::optional<std::string> digest_in(hid_t dataset) { return h5::text_attribute(dataset, kDigestName); }

std::vector<double> read_numbers(hid_t dataset) {
  std::vector<double> values = h5::read(dataset);
  DigestCheck(digest_in(dataset), 0, values.size()).take(0, values);
  return values;
}

void DigestCheck::take(std::uint64_t begin, std::span<const double> numbers) {
  if (!expected_) return;
  if (begin == begin_) {
    digest_ = {};
    next_ = begin_;
  }
  if (begin != next_) return;
  digest_.add(begin, numbers);
  next_ += numbers.size();
  if (next_ == end_ && digest_.text() != *expected_)
    throw h5::Error("its numbers differ from those that were written");
}

}  // namespace hilspace::results
