// Measured curves of laws: what a file says, and what is wrong with one.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "contact/law.hpp"
#include "core/error.hpp"
#include "study/setups/setup.hpp"
#include "study/study.hpp"
#include "support/message.hpp"

namespace hilspace::study {
namespace {

namespace fs = std::filesystem;

const std::string kStudy = R"(
[chaser]
mass = "30 kg"
[target]
mass = "75 kg"
[approach]
velocity = "0.1 m/s"
[contact]
law = "mine"
restitution = 0.8
[laws.mine]
damping_number = "1-c"
force_curve = "curve.csv"
)";

class CurveFileTest : public testing::Test {
 protected:
  CurveFileTest() { fs::create_directories(folder_); }
  ~CurveFileTest() override { fs::remove_all(folder_); }

  Study study_with(const std::string& curve) const {
    std::ofstream(folder_ / "curve.csv", std::ios::binary) << curve;
    std::ofstream(path(), std::ios::binary) << kStudy;
    return load(path(), {}, {});
  }
  /// What is said of it, without the folder.
  std::string refusal(const std::string& curve) const {
    auto text = test::message_of([&] { study_with(curve); });
    const auto folder = folder_.string() + "/";
    for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder))
      text.erase(at, folder.size());
    return text;
  }
  std::string path() const { return (folder_ / "study.toml").string(); }

  fs::path folder_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(CurveFileTest, IsReadInItsUnits) {
  const auto study = study_with("# a pad\nforce [kN], penetration\n0,0 m\n\n0.25,0.1 mm\n0.5 kN,200 um\n");
  const auto curve = axial_setup(study, 0).contact.curve;
  ASSERT_EQ(curve.pieces.size(), 3U);
  EXPECT_EQ(curve.end(), 2e-4);
  EXPECT_EQ(curve.force(1e-4), 250.0);
  EXPECT_EQ(curve.force(2e-4), 500.0);
  EXPECT_NEAR(axial_setup(study, 0).contact.damping_number, 0.2, 1e-15);
}

// A result repeats without the file, wherever it is read.
TEST_F(CurveFileTest, BecomesPartOfTheResolvedStudy) {
  const auto study = study_with("penetration [mm],force [N]\n0,0\n0.1,7.25\n0.3,123.456789\n");
  const auto again = parse(study.resolved, "elsewhere.toml", {}, {});
  EXPECT_EQ(again.resolved, study.resolved);
  EXPECT_EQ(again.sha256, study.sha256);
  EXPECT_EQ(again.laws.front().points, study.laws.front().points);
  const auto other = study_with("penetration [mm],force [N]\n0,0\n0.1,7.25\n0.3,123.456788\n");
  EXPECT_NE(other.sha256, study.sha256);
}

TEST_F(CurveFileTest, EndsRunsWhereItEnds) {
  const auto study = study_with("penetration [mm],force [N]\n0,0\n0.1,7\n");
  EXPECT_EQ(axial_setup(study, 0).penetration_limit, 1e-4);
  const auto beyond = load(path(), std::vector{Override{"numerics.penetration_limit", "\"1 mm\""}}, {});
  EXPECT_EQ(axial_setup(beyond, 0).penetration_limit, 1e-3);
}

TEST_F(CurveFileTest, IsRefusedWithItsLine) {
  for (const auto& [curve, message] : {
           std::pair{
               "penetration [mm],force [N]\n0,0\n0.2,10\n0.1,20\n",
               "curve.csv:4:1: laws.mine.force_curve: a penetration must be greater than the one before; "
               "sort the points, and take one force for each"},
           std::pair{
               "penetration [mm],force [N]\n0,0\n0.1,10\n0.2,9\n",
               "curve.csv:4:1: laws.mine.force_curve: a force must not be less than the one before; take "
               "the loading alone, and smooth its noise: damping gives what unloading loses"},
           std::pair{
               "penetration [mm],force [N]\n0.1,10\n0.2,20\n",
               "curve.csv:2:1: laws.mine.force_curve: a curve begins with the penetration 0 and the force "
               "0; add this point, or shift the curve there"},
           std::pair{"depth [mm],force [N]\n0,0\n",
                     "curve.csv:1:1: a curve has the columns penetration [mm],force [N]"},
           std::pair{"penetration [mm]\n0\n",
                     "curve.csv:1:1: a curve has the columns penetration [mm],force [N]"},
           std::pair{"penetration [mm],force [N]\n0,0\n0.1\n",
                     "curve.csv:3:1: has 1 cells; penetration and force are 2"},
           std::pair{"penetration [mm];force [N]\n0;0\n",
                     "curve.csv:1:17: has semicolons between its cells; write commas, and points in numbers"},
       })
    EXPECT_EQ(refusal(curve), message) << curve;
  EXPECT_NE(
      refusal("penetration [mm],force [N]\n0,0\n0.1,-3\n").find("curve.csv:3:5: laws.mine.force_curve.force"),
      std::string::npos);
  EXPECT_NE(refusal("penetration [mm],force [N]\n0,0\n0.1,nan\n").find("curve.csv:3:5"), std::string::npos);
  EXPECT_NE(refusal("penetration,force [N]\n0,0\n0.1,3\n").find("curve.csv:2:1"), std::string::npos);
  EXPECT_NE(refusal("").find("is empty; its first line is penetration [mm],force [N]"), std::string::npos);
  EXPECT_NE(refusal("penetration [mm],force [N]\n0,0\n").find("fewer than 2 points"), std::string::npos);
  EXPECT_NE(
      refusal("penetration [mm],force [N]\n0,0\n1e-299,1\n1,2\n").find("points 1 and 2 only 1e-302 m apart"),
      std::string::npos);
}

}  // namespace
}  // namespace hilspace::study
