#include "simulate/sixdof/sixdof_looks.hpp"

#include <gtest/gtest.h>

namespace hilspace::simulate {
namespace {

/// Counts how often it is looked at, and shows the first of its states.
struct Watched {
  using State = std::array<double, 2>;
  int* looks;
  models::SixDofView view(const State& y, models::Asked) const {
    ++*looks;
    models::SixDofView now{};
    now.stored = y[0];
    return now;
  }
};
using Looks = StepLooks<Watched>;

TEST(StepLooks, SeesAStateOnceAStep) {
  int count = 0;
  const Watched model{&count};
  Looks looks;
  const Watched::State y{1.0, 2.0};
  EXPECT_EQ(looks.at(model, y, models::Asked::all, Looks::start).stored, 1.0);
  EXPECT_EQ(looks.at(model, y, models::Asked::touching, Looks::stage).stored, 1.0);
  EXPECT_EQ(count, 1);
  looks.forget();
  looks.at(model, y, models::Asked::touching, Looks::stage);
  EXPECT_EQ(count, 2);
}

TEST(StepLooks, TellsStatesApartThatDifferAnywhere) {
  int count = 0;
  const Watched model{&count};
  Looks looks;
  looks.at(model, {1.0, 2.0}, models::Asked::all, Looks::start);
  looks.at(model, {1.0, 3.0}, models::Asked::all, Looks::stage);
  EXPECT_EQ(count, 2);
}

TEST(StepLooks, AnswersNothingWithLessThanIsAsked) {
  int count = 0;
  const Watched model{&count};
  Looks looks;
  const Watched::State y{1.0, 2.0};
  looks.at(model, y, models::Asked::touching, Looks::stage);
  looks.at(model, y, models::Asked::nearest, Looks::end);
  EXPECT_EQ(count, 2);
  looks.at(model, y, models::Asked::nearest, Looks::middle);
  EXPECT_EQ(count, 2);
}

TEST(StepLooks, KeepsWhatLiesElsewhere) {
  int count = 0;
  const Watched model{&count};
  Looks looks;
  looks.at(model, {1.0, 0.0}, models::Asked::all, Looks::start);
  looks.at(model, {2.0, 0.0}, models::Asked::all, Looks::stage);
  looks.at(model, {3.0, 0.0}, models::Asked::all, Looks::stage);
  EXPECT_EQ(looks.at(model, {1.0, 0.0}, models::Asked::all, Looks::stage).stored, 1.0);
  EXPECT_EQ(looks.at(model, {3.0, 0.0}, models::Asked::all, Looks::stage).stored, 3.0);
  EXPECT_EQ(count, 3);
}

}  // namespace
}  // namespace hilspace::simulate
