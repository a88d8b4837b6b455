#include "text/agreement_text.hpp"

#include <fmt/format.h>

#include <numeric>

#include "messages.hpp"
#include "numerics/share_interval.hpp"
#include "sampling/design.hpp"

namespace hilspace::app {

double draws_per_point(const study::Study& study) {
  return study.design ? sampling::draws_per_point(study.design->setup.type, study.design->varied.size())
                      : 0.0;
}

std::string agreement_text(const AgreementCounts& counts, double draws_per_point) {
  const bool of_sample = draws_per_point > 0.0;
  constexpr double kConfidence = 0.95;
  const auto of = [&](Agreement agreement) { return counts[static_cast<std::size_t>(agreement)]; };
  const std::uint64_t known =
      std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) - of(Agreement::unknown);
  if (known == 0) return {};
  const auto said = [&](std::uint64_t count) {
    const auto its = numerics::share_interval(count, known, kConfidence, draws_per_point);
    std::string text = fmt::format("{:.3g} %", 100.0 * its.share);
    if (of_sample) text += fmt::format(" ({:.3g} to {:.3g} %)", 100.0 * its.low, 100.0 * its.high);
    return text;
  };
  const std::uint64_t space = of(Agreement::space_only), testbed = of(Agreement::testbed_only);
  return fmt::format(
      "the testbed's verdict is wrong in {} of {} scenario{}: {}{}\n"
      "  it rejects what space captures: {}; it passes what space does not: {}\n",
      grouped(space + testbed), grouped(known), known == 1 ? "" : "s", said(space + testbed),
      of_sample ? ", 95 % interval by Wilson's score" : "", said(space), said(testbed));
}

}  // namespace hilspace::app
