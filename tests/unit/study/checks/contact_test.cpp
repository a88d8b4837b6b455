// [contact]: what each law needs, and the ways to say how stiff a contact is.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "contact/law.hpp"
#include "unit/study/company.hpp"

namespace hilspace::study {
namespace {

const std::string kBare = without(without(kExample, kMaterialLines), "law = \"flores\"\nrestitution = 0.8\n");

/// The example with another [contact].
Study with_contact(const std::string& lines) { return read(kBare + lines); }
std::string refusal_of_contact(const std::string& lines) { return refusal(kBare + lines); }
contact::LawSetup law_of(const Study& study, std::uint64_t index = 0) {
  return axial_setup(study, index).contact;
}
contact::LawSetup law_of(const std::string& lines) { return law_of(with_contact(lines)); }

const std::string kReference = "reference_force = \"1 kN\"\nreference_penetration = \"0.1 mm\"\n";

TEST(Contact, StiffnessIsOfALinearContact) {
  const auto law = law_of("law = \"kelvin_voigt\"\nstiffness = \"2500 N/m\"\ndamping = \"60 N s/m\"\n");
  EXPECT_EQ(law.law, contact::Law::kelvin_voigt);
  EXPECT_EQ(law.stiffness, 2500.0);
  EXPECT_EQ(law.exponent, 1.0);
  EXPECT_EQ(law.viscosity, 60.0);
  EXPECT_EQ(law.damping_number, 0.0);
}

TEST(Contact, StiffnessGoesWithExponentOneInEveryLaw) {
  const auto law = law_of("law = \"hertz\"\nexponent = 1\nstiffness = \"5 kN/m\"\n");
  EXPECT_EQ(law.exponent, 1.0);
  EXPECT_EQ(law.stiffness, 5000.0);
  EXPECT_NE(refusal_of_contact("law = \"hertz\"\nstiffness = \"5 kN/m\"\n"), "");
  EXPECT_NE(refusal_of_contact("law = \"hertz\"\nexponent = 1.5\nstiffness = \"5 kN/m\"\n"), "");
}

TEST(Contact, AReferencePointGivesTheStiffnessOfAnyExponent) {
  for (const double n : {1.0, 1.5, 1.65, 2.0}) {
    const Study study = with_contact("law = \"hertz\"\n" + kReference + "exponent = " + std::to_string(n));
    const auto law = law_of(study);
    EXPECT_EQ(law.exponent, n);
    EXPECT_NEAR(law.stiffness * std::pow(1e-4, n), 1e3, 1e-9);
  }
}

TEST(Contact, ExponentIsThatOfTheLawUnlessGiven) {
  EXPECT_EQ(law_of("law = \"viscoplastic\"\n" + kReference).exponent, 1.5);
  EXPECT_EQ(law_of("law = \"flores\"\nrestitution = 0.8\n" + kReference).exponent, 1.5);
  EXPECT_EQ(law_of("law = \"kelvin_voigt_tensile\"\ndamping = \"0 N s/m\"\n" + kReference).exponent, 1.0);
}

TEST(Contact, LawsOfKelvinAndVoigtAreLinear) {
  const std::string law = "law = \"kelvin_voigt\"\ndamping = \"1 N s/m\"\n";
  EXPECT_EQ(refusal_of_contact(law + kReference), "");
  EXPECT_EQ(refusal_of_contact(law + kReference + "exponent = 1.0\n"), "");
  EXPECT_NE(refusal_of_contact(law + kReference + "exponent = 1.5\n"), "");
  EXPECT_NE(refusal_of_contact(law + kMaterialLines), "");
}

TEST(Contact, MaterialsMakeExponentThreeHalves) {
  const std::string law = "law = \"hertz\"\n" + kMaterialLines;
  EXPECT_EQ(refusal_of_contact(law + "exponent = 1.5\n"), "");
  EXPECT_NE(refusal_of_contact(law + "exponent = 1\n"), "");
}

TEST(Contact, HasOneKindOfStiffness) {
  EXPECT_NE(refusal_of_contact("law = \"hertz\"\nexponent = 1\nstiffness = \"1 N/m\"\n" + kMaterialLines),
            "");
  EXPECT_NE(refusal_of_contact("law = \"hertz\"\nexponent = 1\nstiffness = \"1 N/m\"\n" + kReference), "");
  EXPECT_NE(refusal_of_contact("law = \"hertz\"\nradius = \"1 m\"\n" + kReference), "");
  EXPECT_NE(refusal_of_contact("law = \"hertz\"\n"), "");
  EXPECT_NE(refusal_of_contact("law = \"hertz\"\nreference_force = \"1 N\"\n"), "");
  EXPECT_NE(refusal_of_contact("law = \"hertz\"\nreference_penetration = \"1 mm\"\n"), "");
}

/// What a law needs besides its stiffness.
std::string needs_of(contact::Damping damping) {
  switch (damping) {
    case contact::Damping::restitution:
      return "restitution = 0.7\n";
    case contact::Damping::viscosity:
      return "damping = \"3 N s/m\"\n";
    case contact::Damping::plastic:
      return "damping_per_stiffness = \"0.2 s/m\"\npermanent_deformation = 6\ncompaction_rate = 2\n";
    default:
      return "";
  }
}

TEST(Contact, EveryLawGetsWhatItNeeds) {
  for (const auto& law : contact::kLaws) {
    const auto setup =
        law_of("law = \"" + std::string(law.name) + "\"\n" + kReference + needs_of(law.damping));
    EXPECT_EQ(setup.law, law.law);
    EXPECT_EQ(setup.damping_number, contact::damping_number(law.law, 0.7)) << law.name;
    EXPECT_EQ(setup.viscosity, law.damping == contact::Damping::viscosity ? 3.0 : 0.0) << law.name;
    const bool plastic = law.damping == contact::Damping::plastic;
    EXPECT_EQ(setup.damping_per_stiffness, plastic ? 0.2 : 0.0) << law.name;
    EXPECT_EQ(setup.permanent_deformation, plastic ? 6.0 : 1.0) << law.name;
    EXPECT_EQ(setup.compaction_rate, plastic ? 2.0 : std::numeric_limits<double>::infinity()) << law.name;
  }
}

TEST(Contact, ViscoplasticIsElasticUnlessToldOtherwise) {
  const auto law = law_of("law = \"viscoplastic\"\n" + kMaterialLines);
  EXPECT_EQ(law.damping_per_stiffness, 0.0);
  EXPECT_EQ(law.permanent_deformation, 1.0);
  EXPECT_EQ(law.compaction_rate, std::numeric_limits<double>::infinity());
}

TEST(Contact, LawsWithoutUseForItNeedNoRestitution) {
  for (const auto& law : contact::kLaws)
    EXPECT_EQ(
        refusal_of_contact("law = \"" + std::string(law.name) + "\"\n" + kReference +
                           (law.damping == contact::Damping::viscosity ? "damping = \"1 N s/m\"\n" : ""))
            .empty(),
        law.damping != contact::Damping::restitution)
        << law.name;
}

TEST(Contact, OfAllLawsOfAnAxisEachGetsItsOwn) {
  const std::string axis = "[[axis]]\n\"contact.law\" = [\"flores\", \"kelvin_voigt\", \"viscoplastic\"]\n";
  const std::string lines = kReference + "restitution = 0.5\ndamping = \"7 N s/m\"\n";
  const Study study = with_contact(lines + axis);
  EXPECT_GT(law_of(study, 0).damping_number, 0.0);
  EXPECT_EQ(law_of(study, 0).viscosity, 0.0);
  EXPECT_EQ(law_of(study, 1).damping_number, 0.0);
  EXPECT_EQ(law_of(study, 1).viscosity, 7.0);
  EXPECT_EQ(law_of(study, 1).exponent, 1.0);
  EXPECT_EQ(law_of(study, 2).exponent, 1.5);
  EXPECT_NE(refusal_of_contact(kReference + "restitution = 0.5\n" + axis), "");
  EXPECT_NE(refusal_of_contact(kReference + "damping = \"7 N s/m\"\n" + axis), "");
}

TEST(Contact, LawAndExponentCanMoveTogether) {
  const std::string lines = kReference + "restitution = 0.5\ndamping = \"7 N s/m\"\n[[axis]]\n";
  const std::string laws = "\"contact.law\" = [\"flores\", \"kelvin_voigt\"]\n";
  EXPECT_EQ(refusal_of_contact(lines + laws + "\"contact.exponent\" = [1.3, 1]\n"), "");
  EXPECT_NE(refusal_of_contact(lines + laws + "\"contact.exponent\" = [1, 1.3]\n"), "");
  EXPECT_NE(refusal_of_contact(lines + laws + "[[axis]]\n\"contact.exponent\" = [1.3, 1]\n"), "");
}

TEST(Contact, RefusesWhatNoLawOfTheStudyUses) {
  for (const std::string line : {"damping = \"1 N s/m\"\n", "damping_per_stiffness = \"1 s/m\"\n",
                                 "permanent_deformation = 2\n", "compaction_rate = 2\n"})
    EXPECT_NE(refusal_of_contact("law = \"hertz\"\n" + kMaterialLines + line), "") << line;
  // But this one stays when one tries another law.
  EXPECT_EQ(refusal_of_contact("law = \"hertz\"\nrestitution = 0.8\n" + kMaterialLines), "");
}

TEST(Contact, StiffnessOfNoScenarioIsBeyondTheNumbers) {
  const std::string lines = "law = \"hertz\"\nexponent = 4\nreference_force = \"1 N\"\n";
  EXPECT_EQ(refusal_of_contact(lines + "reference_penetration = \"1e-70 m\"\n"), "");
  EXPECT_NE(refusal_of_contact(lines + "reference_penetration = \"1e-80 m\"\n"), "");
  const std::string axis = "[[axis]]\n\"contact.reference_penetration\" = [\"1 m\", \"1e-80 m\", \"2 m\"]\n";
  EXPECT_NE(refusal_of_contact(lines + axis), "");
  EXPECT_NE(refusal_of_contact("law = \"gonthier\"\nrestitution = 1e-320\n" + kReference), "");
}

}  // namespace
}  // namespace hilspace::study
