#include "dynamics/merged_bodies.hpp"

#include <cmath>
#include <limits>

namespace hilspace::dynamics {
namespace {

/// How many eigenvalues of the equations of the springs' lengths are below x: the signs of the pivots (Sturm). These
/// equations are s_i'' = -a_i s_i + k_(i-1)/m_i s_(i-1) + k_(i+1)/m_(i+1) s_(i+1), a_i = k_i (1/m_i + 1/m_(i+1)).
std::size_t count_below(std::span<const RowBody> row, double x) {
  constexpr double kLeast = std::numeric_limits<double>::min();
  std::size_t count = 0;
  double pivot = 1.0;
  for (std::size_t i = 0; i + 1 < row.size(); ++i) {
    const double a = row[i].stiffness * (1.0 / row[i].mass + 1.0 / row[i + 1].mass);
    const double coupling =
        i == 0 ? 0.0 : row[i - 1].stiffness * row[i].stiffness / (row[i].mass * row[i].mass);
    pivot = a - x - coupling / pivot;
    if (pivot == 0.0) pivot = kLeast;
    if (pivot < 0.0) ++count;
  }
  return count;
}

}  // namespace

MergedBodies merged(std::span<const RowBody> row) {
  double whole = 0.0;
  for (const RowBody& body : row) whole += body.mass;
  MergedBodies best{};
  double rear = 0.0, least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k + 1 < row.size(); ++k) {
    rear += row[k].mass;
    const double front = whole - rear;
    const double square = row[k].stiffness * (1.0 / rear + 1.0 / front);
    if (!(square < least)) continue;
    least = square;
    best = {rear, front, row[k].stiffness, row[k].damping, k + 1, std::sqrt(square), 0.0};
  }
  // The front mass as a sum of its own, without the rounding of a difference.
  best.front = 0.0;
  for (std::size_t i = best.behind; i < row.size(); ++i) best.front += row[i].mass;
  double low = 0.0, high = least;
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    (count_below(row, middle) > 0 ? high : low) = middle;
  }
  best.exact = std::sqrt(0.5 * (low + high));
  return best;
}

}  // namespace hilspace::dynamics
