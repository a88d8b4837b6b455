#pragma once
// The corrected plant in continuous time behind a zero-order hold, stepped exactly. Shares only the constants
// with lib: modes instead of states.
//
//   G(s) = sum r_i/(s - p_i)   ->   x_i(k+1) = exp(p_i T) x_i(k) + (exp(p_i T) - 1)/p_i u(k),
//                                   y = sum r_i x_i

#include <cmath>
#include <complex>
#include <span>
#include <vector>

namespace hilspace::rig {

/// {d, w}
struct Factor {
  double damping, frequency;
};

class ModalPlant {
  using Complex = std::complex<double>;

 public:
  ModalPlant(double gain, std::vector<Factor> poles, std::vector<Factor> zeros, double rate) {
    const auto at = [](const Factor& f, Complex s) {
      return 1.0 + s * (2.0 * f.damping + s / f.frequency) / f.frequency;
    };
    for (const Factor& own : poles) {
      const Complex p = own.frequency * Complex(-own.damping, std::sqrt(1.0 - own.damping * own.damping));
      Complex residue = gain;
      for (const Factor& zero : zeros) residue *= at(zero, p);
      for (const Factor& other : poles)
        residue /=
            &other == &own ? 2.0 * Complex(0.0, p.imag()) / (own.frequency * own.frequency) : at(other, p);
      const Complex grown = std::exp(p / rate);
      modes_.push_back({residue, grown, (grown - 1.0) / p, 0.0});
    }
  }

  /// Output before the command takes effect; the command is then held for a sample.
  double operator()(double command) {
    double y = 0.0;
    for (Mode& mode : modes_) {
      y += 2.0 * (mode.residue * mode.state).real();
      mode.state = mode.grown * mode.state + mode.driven * command;
    }
    return y;
  }

 private:
  struct Mode {
    Complex residue, grown, driven, state;
  };
  std::vector<Mode> modes_;
};

}  // namespace hilspace::rig
