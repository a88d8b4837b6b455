#pragma once
// The robot or the wrench sensor of a testbed in six degrees of freedom: a chain for each component, and what each
// component shows of the others.
//
//   PlainSix     a low-pass and a quantizer each: the chains of most studies, with a few states
//   GeneralSix   stages in any order (instruments/any_chain.hpp), some of them with a memory, but transfer functions
//   FilteredSix  with transfer functions
//   NoSix        none: the docking model

#include <algorithm>
#include <array>
#include <cstddef>

#include "instruments/any_chain.hpp"
#include "instruments/chain.hpp"
#include "instruments/low_pass.hpp"
#include "instruments/phased_quantizer.hpp"
#include "models/sixdof_touch.hpp"

namespace hilspace::models {

template <class Chain>
struct SixInstruments {
  using One = Chain;
  static constexpr std::size_t kStates = kComponents * Chain::kStates;
  /// Whether it may need record() after every step.
  static constexpr bool kRemembers = Chain::kRemembers;
  /// States of the transfer function of a component.
  static constexpr std::size_t kFilterStates = [] {
    if constexpr (kRemembers) return Chain::kFilterStates;
    return std::size_t{0};
  }();
  std::array<Chain, kComponents> chains;
  Coupling coupling = kUncoupled;
  bool coupled = false;
  Horizon<double> horizon{};  // of the present step

  SixSignals output(const double* x, const SixSignals& in) const {
    SixSignals out;
    for (std::size_t i = 0; i < kComponents; ++i) out[i] = chains[i].output(at(x, i), in[i]);
    return coupled ? mixed(out) : out;
  }
  void derivative(const double* x, const SixSignals& in, double* rate) const {
    for (std::size_t i = 0; i < kComponents; ++i) {
      if constexpr (!kRemembers)
        if (!chains[i].low_pass().present()) {
          std::fill_n(at(rate, i), Chain::kStates, 0.0);
          continue;
        }
      chains[i].derivative(at(x, i), in[i], at(rate, i));
    }
  }
  void follow_ramp(const SixSignals& in, double* x) {
    for (std::size_t i = 0; i < kComponents; ++i) chains[i].follow_ramp(in[i], at(x, i));
  }
  void freeze(const double* x, const SixSignals& in, Horizon<double> its_horizon) {
    horizon = its_horizon;
    for (std::size_t i = 0; i < kComponents; ++i) chains[i].freeze(at(x, i), in[i], false, horizon);
  }
  /// Lets go what is held, for a leap over many cells.
  void release() requires(!kRemembers) {
    for (auto& chain : chains) chain.quantizer().release();
  }
  double look_ahead(const double* x, const SixSignals& in) const {
    double until = horizon.longest;
    for (std::size_t i = 0; i < kComponents; ++i)
      until = smaller(until,
                      chains[i].look_ahead(at(x, i), in[i], Outlook<double>::smooth(horizon), horizon).until);
    return until;
  }
  /// Which positions are held throughout the step: those of a hold, and of a quantizer within a cell.
  HeldPlace held(const double* x, const SixSignals& in) const {
    HeldPlace place;
    for (std::size_t i = 0; i < kLinearComponents; ++i) {
      bool still = true;  // of a coupled robot what it mixes
      for (std::size_t j = 0; j < kComponents && still; ++j)
        if (coupled ? coupling[i * kComponents + j] != 0.0 : i == j) still = is_held(x, in, j);
      place.along[i] = still;
    }
    return place;
  }
  /// The rates of an output whose held components do not move.
  SixSignals still(const double* x, const SixSignals& in, SixSignals out) const {
    for (std::size_t i = 0; i < kComponents; ++i)
      if (is_held(x, in, i)) out[i].rate = 0.0;
    return out;
  }
  template <class Visit>
  void margins(const double* x, const SixSignals& in, Visit&& visit) const {
    for (std::size_t i = 0; i < kComponents; ++i)
      if constexpr (kRemembers)
        chains[i].margins(at(x, i), in[i], false, horizon, visit);
      else
        chains[i].quantizer().margins(nullptr, chains[i].low_pass().output(at(x, i), in[i]), false, visit);
  }
  bool settled(const double* x, std::size_t i, double threshold) const {
    const Signal<double> silence{0.0, 0.0, 0.0};
    if constexpr (!kRemembers) threshold = larger(threshold, chains[i].quantizer().silence());
    return chains[i].settled(at(x, i), silence, threshold);
  }
  /// A step: the states and the inputs at its start, middle and end.
  void record(const std::array<const double*, 3>& x,
              const std::array<SixSignals, 3>& in) requires(kRemembers) {
    for (std::size_t i = 0; i < kComponents; ++i)
      if (chains[i].has_memory())
        chains[i].record({at(x[0], i), at(x[1], i), at(x[2], i)}, {in[0][i], in[1][i], in[2][i]});
  }
  /// The states of one component.
  static const double* at(const double* x, std::size_t i) { return x + i * Chain::kStates; }
  static double* at(double* x, std::size_t i) { return x + i * Chain::kStates; }

 private:
  bool is_held(const double* x, const SixSignals& in, std::size_t i) const {
    return chains[i].look_ahead(at(x, i), in[i], Outlook<double>::smooth(horizon), horizon).constant;
  }
  SixSignals mixed(const SixSignals& shown) const {
    SixSignals out;
    for (std::size_t i = 0; i < kComponents; ++i) {
      out[i] = {0.0, 0.0, 0.0, shown[i].spread};
      for (std::size_t j = 0; j < kComponents; ++j) {
        const double share = coupling[i * kComponents + j];
        out[i].value += share * shown[j].value;
        out[i].rate += share * shown[j].rate;
        out[i].acceleration += share * shown[j].acceleration;
      }
    }
    return out;
  }
};

using PlainSix = SixInstruments<instruments::LowPassQuantizer<double, instruments::LowPass<double>,
                                                              instruments::PhasedQuantizer<double>>>;
using GeneralSix = SixInstruments<instruments::AnyChain<double, 0>>;
using FilteredSix = SixInstruments<instruments::AnyChain<double, instruments::kMostSections>>;

struct NoSix {
  static constexpr std::size_t kStates = 0;
  static constexpr bool kRemembers = false;
  static constexpr bool coupled = false;
};

}  // namespace hilspace::models
