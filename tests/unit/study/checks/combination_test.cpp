#include "study/checks/combination.hpp"

#include <gtest/gtest.h>

#include <set>

#include "unit/study/example.hpp"

namespace hilspace::study {
namespace {

/// The values that the combinations of these parameters have.
std::multiset<std::vector<double>> combinations(const Study& study, const std::vector<Id>& ids) {
  std::multiset<std::vector<double>> found;
  for_each_combination(study, ids, [&](const ParameterValues& values) {
    std::vector<double> tuple;
    for (const Id id : ids) tuple.push_back(values[id]);
    found.insert(tuple);
    return true;
  });
  return found;
}
using Tuples = std::multiset<std::vector<double>>;

TEST(Combinations, WithoutAxesAreTheBase) {
  EXPECT_EQ(combinations(read(kExample), {"chaser.mass"_id, "target.mass"_id}), (Tuples{{30.0, 75.0}}));
}

TEST(Combinations, OfNumbersApartAreTheirExtremes) {
  const Study study = read_with(
      "[[axis]]\n\"chaser.mass\" = [\"2 kg\", \"1 kg\", \"3 kg\"]\n"
      "[[axis]]\n\"target.mass\" = [\"5 kg\", \"7 kg\", \"6 kg\"]\n");
  EXPECT_EQ(combinations(study, {"chaser.mass"_id, "target.mass"_id}),
            (Tuples{{1, 5}, {1, 7}, {3, 5}, {3, 7}}));
  EXPECT_EQ(combinations(study, {"chaser.mass"_id}), (Tuples{{1}, {3}}));
}

TEST(Combinations, OfNumbersThatMoveTogetherAreAll) {
  const Study study = read_with(
      "[[axis]]\n\"chaser.mass\" = [\"2 kg\", \"1 kg\", \"3 kg\"]\n\"target.mass\" = [\"5 kg\", \"7 kg\", "
      "\"6 "
      "kg\"]\n");
  EXPECT_EQ(combinations(study, {"chaser.mass"_id, "target.mass"_id}), (Tuples{{2, 5}, {1, 7}, {3, 6}}));
}

TEST(Combinations, OfNamesAreAllThatOccur) {
  const Study study = read_with(
      "[[axis]]\n\"contact.law\" = [\"flores\", \"hertz\", \"lee_wang\", \"hertz\"]\n"
      "\"chaser.mass\" = [\"1 kg\", \"2 kg\", \"3 kg\", \"4 kg\"]\n");
  EXPECT_EQ(combinations(study, {"contact.law"_id}).size(), 3U);
}

TEST(Combinations, EndWhenAsked) {
  const Study study = read_with("[[axis]]\n\"chaser.mass\" = [\"2 kg\", \"1 kg\", \"3 kg\"]\n");
  int visits = 0;
  const std::vector ids{"chaser.mass"_id};
  for_each_combination(study, ids, [&](const ParameterValues&) { return ++visits < 1; });
  EXPECT_EQ(visits, 1);
}

}  // namespace
}  // namespace hilspace::study
