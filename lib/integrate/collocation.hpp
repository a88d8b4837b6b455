#pragma once
// Collocation of a linear system over one piece of time, driven by one signal.
//
//   z' = A z + b f(t)   on a piece of length h,   t = t0 + h u(tau),  0 <= tau <= 1
//
//   course    u(tau)             for
//   onset     tau^2              f = (t - t0)^1.5 times a smooth function: smooth in tau
//   even      tau                f smooth in t
//   ending    1 - (1 - tau)^2    f = (t0 + h - t)^1.5 times a smooth function
//
// Nodes: the six right Radau points of tau. With M, M_jk = integral of u'(tau) L_k(tau) from 0 to tau_j,
//
//   Z = z0 + h M (A Z + b F)     one row per node, F the values of f there
//
// M is the same for every piece of a course, so its eigenvalues are known beforehand, and in its eigenvectors
// the system falls apart into one small system per eigenvalue l:
//
//   (s - A) z^ = s z0 + b f^,   s = 1/(h l)
//
// which is the Laplace transform of the linear system, at a few complex rates s. An instrument's transfer
// function is therefore evaluated at these rates, whatever its order: no step limit, no series, no resonance.
// `Mode` holds one rate; of a conjugate pair one stands for both, and `out` has twice its weight.
//
// Error: that of interpolating f by a polynomial of degree 5 in tau; values at the end of a piece are of order
// 11 in h. Time constants far below h are damped (stiffly accurate). Source of the nodes: Hairer, Wanner,
// Solving Ordinary Differential Equations II, IV.5; of the use of transfer functions: Lubich, Ostermann,
// Math. Comp. 60 (1993) 105. docs/numerics.md.

#include <array>
#include <cstddef>

#include "core/scalar.hpp"

namespace hilspace::integrate {

template <class S>
struct Complex {
  S re, im;

  friend HILSPACE_INLINE Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
  friend HILSPACE_INLINE Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
  friend HILSPACE_INLINE Complex operator+(S a, Complex b) { return {a + b.re, b.im}; }
  friend HILSPACE_INLINE Complex operator-(Complex a, S b) { return {a.re - b, a.im}; }
  friend HILSPACE_INLINE Complex operator*(S a, Complex b) { return {a * b.re, a * b.im}; }
  friend HILSPACE_INLINE Complex operator*(Complex a, Complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
};
template <class S>
HILSPACE_INLINE Complex<S> inverse(Complex<S> a) {
  const S square = S(1.0) / (a.re * a.re + a.im * a.im);
  return {a.re * square, -(a.im * square)};
}

enum class Course : std::size_t { onset, even, ending };
/// Of a piece of a contact that begins with the first and ends with the last of them.
constexpr Course course_of(std::size_t piece, std::size_t pieces) {
  return piece == 0 ? Course::onset : piece + 1 == pieces ? Course::ending : Course::even;
}
inline constexpr std::size_t kNodes = 6;
/// Not inline, here and below: an object of kernels shares no symbol with others.
constexpr std::array<double, kNodes> kNodeTaus{0.039809857051468334, 0.19801341787360827, 0.4379748102473861,
                                               0.6954642733536361,   0.9014649142011734,  1.0};

/// u at tau.
constexpr double time_share(Course course, double tau) {
  return course == Course::onset ? tau * tau : course == Course::even ? tau : tau * (2.0 - tau);
}

/// Its inverse: tau at a share of the time.
double tau_at(Course course, double share);

/// du/dtau.
constexpr double time_rate(Course course, double tau) {
  return course == Course::onset ? 2.0 * tau : course == Course::even ? 1.0 : 2.0 - 2.0 * tau;
}
/// Weights of Radau's quadrature over 0 <= tau <= 1, exact for polynomials of degree 10.
constexpr std::array<double, kNodes> kQuadrature{0.10079419262673983, 0.20845066715595467,
                                                 0.26046339159478704, 0.24269359423448536,
                                                 0.1598203766102549,  0.027777777777778068};

struct Mode {
  Complex<double> rate;                     // s h
  std::array<Complex<double>, kNodes> in;   // from values at the nodes; of 1 everywhere: 1
  std::array<Complex<double>, kNodes> out;  // to values at the nodes, the real part of the sum over all modes
};

template <Course kCourse>
inline constexpr auto kModes = 0;
template <>
inline constexpr std::array<Mode, 4> kModes<Course::onset>{{
    {{6.061885913977297, -1.8740033160765208},
     {{{0.04794927547699055, -0.015587429730788189},
       {0.40190964769247045, -0.08884038655767526},
       {0.4560451840985444, 0.01896721672047354},
       {0.08485359977185244, 0.07525644318006787},
       {0.016134178598723632, 0.0009836824208207325},
       {-0.006891885638581591, 0.009220473967101303}}},
     {{{0.021311083970624412, 0.008005039310745667},
       {-0.5640693056502718, -0.17165303278183636},
       {2.055637222014873, 0.4818089989115514},
       {1.0886714833340445, -3.3839273352953834},
       {4.04589600388856, -26.03673361577672},
       {-18.944697186942605, -80.68883549431482}}}},
    {{4.1925268476848805, -5.675875821575736},
     {{{0.02872889533116222, -0.04281452471573246},
       {0.39454970352691243, -0.32448824408178867},
       {0.6711438293679819, 0.09435001241668144},
       {-0.029325268888065935, 0.35458982062821576},
       {-0.10260750870542563, -0.10041898876874224},
       {0.03751034936743497, 0.018781924521366206}}},
     {{{0.004208592096816425, 0.007085942307490791},
       {-0.13625693521399795, -0.15124857133031747},
       {0.6167891685020029, 0.3973370738776457},
       {-1.453813052390581, -1.7689934336285063},
       {-2.3312258363320053, 6.714122869210639},
       {9.540040356696561, 11.459354611953653}}}},
    {{470.15633122542584, 0.0},
     {{{0.9797191928310557, 0.0},
       {0.022468365703368253, 0.0},
       {-0.002763003184385401, 0.0},
       {0.0008040338976308769, 0.0},
       {-0.0003362815888825703, 0.0},
       {0.00010769234121308601, 0.0}}},
     {{{1.027698702668028, 0.0},
       {-0.2789630161177543, 0.0},
       {0.15098987103749995, 0.0},
       {-0.11945600709812869, 0.0},
       {0.12725882326795054, 0.0},
       {-0.2996816159348071, 0.0}}}},
    {{17.83484325126403, 0.0},
     {{{0.15834871578858967, 0.0},
       {0.6825990555524517, 0.0},
       {0.16692468263202667, 0.0},
       {-0.011346176332711266, 0.0},
       {0.0050752443617925035, 0.0},
       {-0.0016015220021493813, 0.0}}},
     {{{-0.05321837873546909, 0.0},
       {1.979289256982024, 0.0},
       {-1.8234162615543759, 0.0},
       {1.4845975761546655, 0.0},
       {-0.841928990824509, 0.0},
       {10.704338446180838, 0.0}}}},
}};
template <>
inline constexpr std::array<Mode, 3> kModes<Course::even>{{
    {{4.038847534488779, -8.345600414872187},
     {{{0.5619099492215236, -0.5479662257331166},
       {0.7577786262573413, 0.38683256859817683},
       {-0.3752129515284619, 0.3249906744509601},
       {0.048215700546358695, -0.25329099173072583},
       {0.01971455122049802, 0.13512888561487862},
       {-0.012405875717259719, -0.04569491120017305}}},
     {{{-0.25988019174758564, 0.1921561540134433},
       {0.5809720848012879, -0.28412203531928254},
       {-1.3438504784717538, 0.04676800223324232},
       {2.1550885861773903, 2.178457905620547},
       {4.092093724307129, -5.139464750003869},
       {-1.367741845189947, -9.766459121099775}}}},
    {{7.490637528809753, -1.6215023887783124},
     {{{0.5683864089646483, -0.08689842548941597},
       {0.3561365471704251, 0.04459404049573673},
       {0.0727654193102158, 0.0275395478189812},
       {-0.0023217675269569128, 0.018404793604036015},
       {0.009245849119270896, -0.01027952550539769},
       {-0.0042124570376031725, 0.006639569076059702}}},
     {{{1.2646251552881391, 0.7468775237887565},
       {-0.36364895751883747, -0.9253617553690761},
       {3.6159806427955647, -1.5642905719851357},
       {11.632902294790203, -22.2350648367384},
       {20.410266774559812, -114.8590487003521},
       {3.3488214696938434, -244.32561323066986}}}},
    {{6.470514936701589, -4.900121147421303},
     {{{0.5643839213559655, -0.2779099976584365},
       {0.457566479808427, 0.1537014518766871},
       {-0.008780734975273497, 0.1140209118783273},
       {0.002186958483940719, 0.02081104422224488},
       {-0.028696492842171354, -0.012394553878122825},
       {0.01333986816911151, 0.001771143559300023}}},
     {{{-0.004744963540553765, 0.9345253306794407},
       {0.782676872717547, -1.1708443597254177},
       {-1.2721301643238145, -1.6979395834615678},
       {-12.787990880967595, 0.47806099129672874},
       {-23.502360498866956, 43.760108141924576},
       {-0.9810796245039127, 93.5627712782052}}}},
}};
template <>
inline constexpr std::array<Mode, 4> kModes<Course::ending>{{
    {{3.67684531538237, -5.912272954560916},
     {{{0.7990051510133548, -0.5324216322109427},
       {0.4583374512944273, 0.6132318818567802},
       {-0.4101424107537214, -0.0807003802677255},
       {0.25721507841005586, 0.00099667122098615},
       {-0.16511745608955103, -0.01181972993716262},
       {0.06070218612543465, 0.010713189338064442}}},
     {{{0.21494525296858713, 0.3692506854940433},
       {-0.11861419511051907, -1.0725257274226094},
       {-2.3066996571736036, 1.7746179292509354},
       {2.301944524557401, 5.9475128656964715},
       {6.606235464945302, 5.682775201181364},
       {7.170376982961636, 5.484596226309585}}}},
    {{5.934642494432144, -2.178155337942405},
     {{{0.7706256057067921, -0.16476074878409785},
       {0.19231756978008416, 0.1642408944786998},
       {0.07075696203872059, -0.0542393999249366},
       {-0.05854494451834813, 0.10397251396195036},
       {0.040761190123985894, -0.07679013394830028},
       {-0.015916383131234713, 0.027576874216684564}}},
     {{{0.8331617722528267, 0.21635959766998025},
       {0.9196683129258714, -1.4127477494976557},
       {1.322150928455688, -12.19428145496509},
       {-18.007005234153823, -42.69790140751298},
       {-41.39302391273984, -63.46801144636006},
       {-45.26997344835312, -66.28891008676077}}}},
    {{9.253700198176784, 0.0},
     {{{0.9520250423975168, 0.0},
       {-0.05707318868127609, 0.0},
       {0.24234511762263783, 0.0},
       {-0.3031695885109553, 0.0},
       {0.25503383737045854, 0.0},
       {-0.08916122019838178, 0.0}}},
     {{{-0.04776165834195965, 0.0},
       {0.19830356466489996, 0.0},
       {1.9857740370604349, 0.0},
       {16.70206840635222, 0.0},
       {35.81287451979678, 0.0},
       {39.191816052461384, 0.0}}}},
    {{156.27332418219365, 0.0},
     {{{1.6576195124801956, 0.0},
       {-1.437224578392508, 0.0},
       {2.180036575487994, 0.0},
       {-5.4256509862567475, 0.0},
       {21.04237356864178, 0.0},
       {-17.017154091960712, 0.0}}},
     {{{-0.00034536687945554794, 0.0},
       {0.00064231751974765, 0.0},
       {-0.001225308342517759, 0.0},
       {0.0029923032442012677, 0.0},
       {-0.026086072002238756, 0.0},
       {-0.0922195870699001, 0.0}}}},
}};

/// Values at the nodes.
template <class S>
using AtNodes = std::array<S, kNodes>;
/// The same for each mode of a course; even pieces have one mode less.
inline constexpr std::size_t kMostModes = 4;
template <class S>
using InModes = std::array<Complex<S>, kMostModes>;

template <Course kCourse, class S>
HILSPACE_INLINE InModes<S> to_modes(const AtNodes<S>& f) {
  constexpr auto& modes = kModes<kCourse>;
  InModes<S> sum{};
  for (std::size_t j = 0; j < modes.size(); ++j) {
    sum[j] = {S(modes[j].in[0].re) * f[0], S(modes[j].in[0].im) * f[0]};
    for (std::size_t i = 1; i < kNodes; ++i)
      sum[j] = sum[j] + Complex<S>{S(modes[j].in[i].re) * f[i], S(modes[j].in[i].im) * f[i]};
  }
  return sum;
}

template <Course kCourse, class S>
HILSPACE_INLINE AtNodes<S> to_nodes(const InModes<S>& z) {
  constexpr auto& modes = kModes<kCourse>;
  AtNodes<S> f;
  for (std::size_t i = 0; i < kNodes; ++i) {
    f[i] = S(modes[0].out[i].re) * z[0].re - S(modes[0].out[i].im) * z[0].im;
    for (std::size_t j = 1; j < modes.size(); ++j) {
      f[i] = f[i] + S(modes[j].out[i].re) * z[j].re;
      if (modes[j].rate.im != 0.0) f[i] = f[i] - S(modes[j].out[i].im) * z[j].im;
    }
  }
  return f;
}

/// The rates s of a piece of length h.
template <Course kCourse, class S>
HILSPACE_INLINE InModes<S> rates(S h) {
  constexpr auto& modes = kModes<kCourse>;
  const S per_second = S(1.0) / h;
  InModes<S> s{};
  for (std::size_t j = 0; j < modes.size(); ++j)
    s[j] = {per_second * S(modes[j].rate.re), per_second * S(modes[j].rate.im)};
  return s;
}

/// A signal over a piece: at its start and at the nodes, a polynomial of degree 6 in tau.
template <class S>
using OverPiece = std::array<S, kNodes + 1>;

template <class S>
HILSPACE_INLINE OverPiece<S> over_piece(S first, const AtNodes<S>& rest) {
  OverPiece<S> over;
  over[0] = first;
  for (std::size_t i = 0; i < kNodes; ++i) over[i + 1] = rest[i];
  return over;
}

/// Coefficients of its powers of tau, from its values: the inverse of a Vandermonde matrix, one row per power.
extern const std::array<std::array<double, kNodes + 1>, kNodes + 1> kPowers;

template <class S>
HILSPACE_INLINE OverPiece<S> powers_of(const OverPiece<S>& values) {
  OverPiece<S> powers;
  for (std::size_t i = 0; i <= kNodes; ++i) {
    powers[i] = S(kPowers[i][0]) * values[0];
    for (std::size_t j = 1; j <= kNodes; ++j) powers[i] = powers[i] + S(kPowers[i][j]) * values[j];
  }
  return powers;
}
template <class S>
HILSPACE_INLINE S at(const OverPiece<S>& powers, S tau) {
  S sum = powers[kNodes];
  for (std::size_t i = kNodes; i-- > 0;) sum = powers[i] + tau * sum;
  return sum;
}

/// A piece is looked at in so many steps of equal time: weights for the values at the start, middle and end of these,
/// from those of a signal over a piece. For each course; there are 5, 8 and 14.
template <std::size_t kLooks>
using LookWeights = std::array<std::array<double, kNodes + 1>, 2 * kLooks + 1>;
template <std::size_t kLooks>
const std::array<LookWeights<kLooks>, 3>& look_weights();

}  // namespace hilspace::integrate
