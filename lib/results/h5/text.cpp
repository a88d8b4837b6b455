#include "results/h5/text.hpp"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string_view>

#include "results/disk/files.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/digest.hpp"
#include "results/h5/driver.hpp"
#include "results/h5/heap.hpp"
#include "results/h5/number_at.hpp"

namespace hilspace::results::h5 {
namespace {

constexpr const char* kDigest = "digest";
constexpr std::uint64_t kReference = 16;  // bytes

/// The only layout that HDF5 1.10 writes by itself.
bool has_usual_layout(hid_t file) {
  const Handle creation(H5Fget_create_plist(file), H5Pclose);
  std::size_t place = 0, length = 0;
  hsize_t before = 0;
  check(H5Pget_sizes(creation, &place, &length));
  check(H5Pget_userblock(creation, &before));
  return place == 8 && length == 8 && before == 0;
}

Digest digest_of(std::span<const std::string> texts) {
  Digest digest;
  for (std::size_t i = 0; i < texts.size(); ++i) digest.add(i, std::string_view(texts[i]));
  return digest;
}

}  // namespace

bool holds_texts(hid_t dataset) {
  const Handle type(H5Dget_type(dataset), H5Tclose);
  return H5Tget_class(type) == H5T_STRING;
}

void write_texts(hid_t dataset, std::span<const std::string> texts) {
  std::vector<const char*> pointers;
  for (const auto& text : texts) pointers.push_back(text.c_str());
  const Handle type(H5Dget_type(dataset), H5Tclose);
  check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()));
  write_attribute(dataset, kDigest, digest_of(texts).text());
}

bool TextReader::can_read(hid_t dataset) {
  const Handle type(H5Dget_type(dataset), H5Tclose);
  const Handle creation(H5Dget_create_plist(dataset), H5Pclose);
  const Handle file(H5Iget_file_id(dataset), H5Fclose);
  return H5Tis_variable_str(type) > 0 && H5Pget_layout(creation) == H5D_CONTIGUOUS &&
         H5Pget_external_count(creation) == 0 && has_usual_layout(file);
}

TextReader::TextReader(hid_t dataset, bool has_digest) : size_(h5::size(dataset)) {
  if (!can_read(dataset)) throw Error("its texts are stored in an unknown way");
  const Handle file(H5Iget_file_id(dataset), H5Fclose);
  void* handle = nullptr;
  check(H5Fget_vfd_handle(file, H5P_DEFAULT, &handle));
  file_ = *static_cast<int*>(handle);
  file_size_ = h5::file_size(dataset);
  place_ = H5Dget_offset(dataset);
  if (size_ > file_size_ / kReference) throw Error("it is larger than its file");

  Digest digest;
  constexpr std::uint64_t kPiece = 4096;
  for (std::uint64_t begin = 0; begin < size_; begin += kPiece)
    for (std::uint64_t place = begin; const std::string& text : read(begin, std::min(kPiece, size_ - begin)))
      digest.add(place++, std::string_view(text));
  const auto expected = text_attribute(dataset, kDigest);
  if (!expected && has_digest) throw Error("its texts have no digest, as in a copy by another program");
  if (expected && digest.text() != *expected) throw Error("its texts differ from those that were written");
}

std::string TextReader::bytes(std::uint64_t place, std::uint64_t count) const {
  if (place > file_size_ || count > file_size_ - place) throw Error("its texts lie outside the file");
  std::string found(count, '\0');
  const ssize_t done = files::read(file_, found.data(), count, place);
  if (done < 0) keep_read_failure(errno);
  if (done != static_cast<ssize_t>(count)) throw Error("its texts cannot be read");
  return found;
}

void TextReader::open_heap(std::uint64_t place) {
  if (place == heap_place_ && !heap_.empty()) return;
  const auto size = heap_size(bytes(place, kHeapHead));
  if (!size || *size < kHeapHead) throw Error("its texts are not at their stated place");
  heap_ = bytes(place, *size);
  heap_place_ = place;
  in_heap_ = objects_in(heap_);
}

std::string TextReader::text(std::string_view reference) {
  const auto length = number_at<std::uint32_t>(reference, 0);
  if (length == 0) return {};
  open_heap(number_at<std::uint64_t>(reference, 4));
  const auto found = in_heap_.find(number_at<std::uint32_t>(reference, 12));
  if (found == in_heap_.end() || found->second.second < length) throw Error("one of its texts is missing");
  std::string text = heap_.substr(found->second.first, length);
  text.erase(std::min(text.find('\0'), text.size()));
  return text;
}

std::vector<std::string> TextReader::read(std::uint64_t begin, std::uint64_t count) {
  const std::string references = bytes(place_ + begin * kReference, count * kReference);
  std::vector<std::string> texts;
  for (std::uint64_t i = 0; i < count; ++i)
    texts.push_back(text(std::string_view(references).substr(i * kReference, kReference)));
  return texts;
}

}  // namespace hilspace::results::h5
