#include "study/schema/points_digest.hpp"

#include <string_view>

#include "study/notation/sha256.hpp"

namespace hilspace::study {

std::string points_digest(const Study& study) {
  std::string digests;  // of the columns, which need not be concatenated
  for (const auto& column : study.axes.front().values) {
    const void* const bytes = column.data();
    digests += sha256({static_cast<const char*>(bytes), column.size() * sizeof(double)});
  }
  return sha256(digests);
}

}  // namespace hilspace::study
