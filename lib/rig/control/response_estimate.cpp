#include "rig/control/response_estimate.hpp"

#include <fftw3.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>

#include "core/error.hpp"

namespace hilspace::rig {
namespace {

/// Fourier transforms of windowed segments of one length.
class Transform {
 public:
  explicit Transform(std::size_t length)
      : window_(length),
        in_(fftw_alloc_real(length)),
        out_(fftw_alloc_complex(length / 2 + 1)),
        plan_(fftw_plan_dft_r2c_1d(static_cast<int>(length), in_.get(), out_.get(), FFTW_ESTIMATE)) {
    for (std::size_t i = 0; i < length; ++i)
      window_[i] =
          0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(length));
  }

  /// Spectrum of the values with their mean removed.
  void operator()(std::span<const double> values, double mean, std::vector<Complex>& bins) {
    for (std::size_t i = 0; i < values.size(); ++i) in_.get()[i] = window_[i] * (values[i] - mean);
    fftw_execute(plan_.get());
    for (std::size_t i = 0; i < bins.size(); ++i) bins[i] = {out_.get()[i][0], out_.get()[i][1]};
  }

 private:
  struct Free {
    void operator()(void* memory) const { fftw_free(memory); }
  };
  struct Destroy {
    void operator()(fftw_plan plan) const { fftw_destroy_plan(plan); }
  };
  std::vector<double> window_;
  std::unique_ptr<double, Free> in_;
  std::unique_ptr<fftw_complex, Free> out_;
  std::unique_ptr<std::remove_pointer_t<fftw_plan>, Destroy> plan_;
};

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void check(std::span<const double> input, std::span<const double> output, const SpectrumSetup& setup) {
  if (input.size() != output.size())
    throw InputError(fmt::format("the input has {} samples and the output {}; record both in the same cycles",
                                 input.size(), output.size()));
  if (!(setup.rate > 0.0) || setup.segment < 16)
    throw InputError(
        fmt::format("a rate of {} Hz with segments of {} samples gives no spectrum; both must be above "
                    "0, and a segment at least 16 samples",
                    setup.rate, setup.segment));
  if (input.size() < 5 * setup.segment)
    throw InputError(
        fmt::format("{} samples are fewer than 8 overlapping segments of {}; record at least {} "
                    "samples, or use shorter segments",
                    input.size(), setup.segment, 5 * setup.segment));
  for (const auto values : {input, output})
    if (const auto bad = std::ranges::find_if(values, [](double x) { return !std::isfinite(x); });
        bad != values.end())
      throw InputError(fmt::format("sample {} of the {} is not finite; record again", bad - values.begin(),
                                   values.data() == input.data() ? "input" : "output"));
}

}  // namespace

ResponseEstimate estimate_response(std::span<const double> input, std::span<const double> output,
                                   const SpectrumSetup& setup) {
  check(input, output, setup);
  const std::size_t length = setup.segment, hop = length / 2, bins = length / 2;
  const double input_mean = mean_of(input), output_mean = mean_of(output);
  Transform transform(length);
  std::vector<Complex> u(bins), y(bins), cross(bins, 0.0);
  std::vector<double> input_power(bins, 0.0), output_power(bins, 0.0);
  std::size_t count = 0;
  for (std::size_t begin = 0; begin + length <= input.size(); begin += hop, ++count) {
    transform(input.subspan(begin, length), input_mean, u);
    transform(output.subspan(begin, length), output_mean, y);
    for (std::size_t i = 1; i < bins; ++i) {
      cross[i] += std::conj(u[i]) * y[i];
      input_power[i] += std::norm(u[i]);
      output_power[i] += std::norm(y[i]);
    }
  }
  ResponseEstimate found;
  found.averages = static_cast<double>(count) / (1.0 + 1.0 / 18.0);
  for (std::size_t i = 1; i < bins; ++i) {
    if (!(input_power[i] > 0.0) || !(output_power[i] > 0.0)) continue;
    const Complex response = cross[i] / input_power[i];
    const double coherence = std::min(1.0, std::norm(cross[i]) / (input_power[i] * output_power[i]));
    found.frequency.push_back(2.0 * std::numbers::pi * setup.rate * static_cast<double>(i) /
                              static_cast<double>(length));
    found.response.push_back(response);
    found.coherence.push_back(coherence);
    // |G|^2/coherence = Syy/Suu remains finite at zero coherence.
    found.error.push_back(
        std::sqrt((1.0 - coherence) * output_power[i] / input_power[i] / (2.0 * found.averages)));
  }
  if (found.frequency.empty())
    throw InputError(
        "the input or the output is constant; excite the plant, and check that it is switched on");
  return found;
}

}  // namespace hilspace::rig
