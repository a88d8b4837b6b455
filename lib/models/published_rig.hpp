#pragma once
// The rig's plant, controller and prefilters as published, corrected where the source contradicts itself;
// second-order sections in SI.
//
//   u -> G1 -> m -> G2 -> y,    u = H (F r - y)
//   [w] = 1 + s/w,   {d, w} = 1 + 2 d s/w + s^2/w^2                      (A.2, A.3)
//
//   amplifier  G1 = K1/{d1, w1}                                          (A.8)
//   piezo      G2 = K2 {dz, wz}/({dp1, wp1} {dp2, wp2}), with the sensor (A.10)
//   PID        H  = K {0.1, 6500}/(s [35000])                            (A.17)
//   prefilter  F: leads, notches and an anti-notch                       (A.18, A.19)
//
//   u  command, 0...1 of full scale     m  amplifier's output, 0...100
//   y  extension, m                     r  commanded extension, m
//
// Units: the source has y in mm. K1 K2 = 0.3163 mm is the actuator's 300 um stroke, so u is in parts of full
// scale and H's 2700 is in 1/(s mm). The source does not state the unit of m; only K1 K2 has a meaning.
//
// Misprints:
//   A.12  2600 s^2 in G1 is 26000 s^2: the text's resonance of 26000 rad/s; as published it has none
//   A.10  G2's denominator lacks its s^1 term: as published two poles lie in the right half-plane. 1.505e33 s
//         restores it: the peak of figure A.5 is -33 dB then (the constants here are its factors).
//   A.18  {2.21200} is {2, 21200}.
// Source: Bondoky appendix A; docs/theory-rig.md.

#include <array>

#include "instruments/setup.hpp"

namespace hilspace::models {

/// K [w], as powers of s.
constexpr std::array<double, 3> first_order(double frequency, double gain = 1.0) {
  return {gain, gain / frequency, 0.0};
}
/// K {d, w}.
constexpr std::array<double, 3> second_order(double damping, double frequency, double gain = 1.0) {
  return {gain, gain * 2.0 * damping / frequency, gain / (frequency * frequency)};
}
constexpr std::array<double, 3> constant(double gain) { return {gain, 0.0, 0.0}; }

inline constexpr std::array<instruments::Section, 1> kAmplifier{
    instruments::Section{constant(100.0), second_order(0.28118, 26003.0)},
};
inline constexpr std::array<instruments::Section, 2> kPiezo{
    instruments::Section{constant(3.163e-6), second_order(0.06625, 11662.4)},
    instruments::Section{second_order(0.03152, 19751.0), second_order(0.02007, 21014.4)},
};
inline constexpr std::array<instruments::Section, 1> kPid{
    instruments::Section{second_order(0.1, 6500.0, 2.7e6), {0.0, 1.0, 1.0 / 35000.0}},
};
inline constexpr std::array<instruments::Section, 4> kPrefilterModelBased{
    instruments::Section{first_order(880.0), first_order(8000.0)},
    instruments::Section{second_order(1.0, 6500.0), second_order(0.1, 6500.0)},
    instruments::Section{second_order(0.1, 11660.0), second_order(1.0, 11660.0)},
    instruments::Section{second_order(0.07, 21200.0), second_order(2.0, 21200.0)},
};
inline constexpr std::array<instruments::Section, 5> kPrefilterPublished{
    instruments::Section{first_order(1200.0), first_order(4500.0)},
    instruments::Section{second_order(1.8, 5700.0), second_order(0.1, 5700.0)},
    instruments::Section{second_order(0.05, 10700.0), second_order(1.0, 10700.0)},
    instruments::Section{second_order(0.1, 21700.0), second_order(1.0, 21700.0)},
    instruments::Section{constant(1.0), second_order(2.0, 14000.0)},
};

}  // namespace hilspace::models
