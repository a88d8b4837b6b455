#pragma once
// Parameter rows of the delay compensator: part of the list of parameter_rows.hpp.

#include "study/schema/parameter_rows.hpp"

namespace hilspace::study::rows {

/// The damping of a damper that is found (compensation/setup.hpp).
inline constexpr double kByRestitution = -kInfinity, kByObserver = kInfinity;

inline constexpr std::array kCompensator{
    of(kOneMassEach,
       name(
           "compensator.position", ValueKind::position_compensator, "\"lead\"",
           "what is done to the command of actuator or robot so that the testbed's lag counts less (hilspace "
           "list compensators); in six degrees of freedom none, polynomial or lead; absent: none")),
    of(kOneMassEach, Parameter{"compensator.order",
                               ValueKind::number,
                               "1",
                               1.0,
                               true,
                               3.0,
                               2.0,
                               "2",
                               "of position: 1 to 3 for polynomial, 1 or 2 for lead; the predictor has none",
                               true,
                               {},
                               true}),
    of(kOneMassEach,
       name("compensator.force", ValueKind::force_compensator, "\"lead\"",
            "what is done to the measured force; in six degrees of freedom none, lead, or along "
            "the normal of a single contact secant, damper or passivity; absent: none")),
    of(kOneMassEach,
       in_a_word("chain", not_negative("compensator.lag", "s", kNone, "\"0.37 ms\"",
                                       "lag that is compensated on the position side; \"chain\" or "
                                       "absent: that of both instruments"))),
    of(kOneMassEach, Parameter{"compensator.lag_error", ValueKind::number, "1", -1.0, false, kInfinity, 0.0,
                               "0.1", "relative error of the lag that the compensator holds"}),
    of(kOneMassEach,
       Parameter{
           "compensator.model_error", ValueKind::number, "1", -1.0, false, kInfinity, 0.0, "-0.2",
           "relative error of the stiffness in its model of the contact: of predictor, smith, and of the "
           "damper that is found on the restitution"}),
    of(kOneMassEach,
       in_words({Word{"restitution", kByRestitution}, Word{"observer", kByObserver}},
                not_negative("compensator.damping", "N s m-1", kNone, "\"400 N s/m\"",
                             "of the damper; \"restitution\" or absent: that with which the testbed "
                             "rebounds like the docking model, by what its computer knows; "
                             "\"observer\": adapted to the energy that the testbed is seen to add"))),
    of(kOneMassEach, positive("compensator.rate", "Hz", "\"250 Hz\"",
                              "samples of motion and force a second by the testbed's computer, which holds "
                              "its command and its force in between, where the instruments do not hold by "
                              "themselves; absent: continuous")),
    of(kRigidOnAxis, positive("compensator.filter", "Hz", "\"10 Hz\"",
                              "natural frequency of the filter of ats; absent: the inverse of the lag")),
    of(kOneMassEach, Parameter{"compensator.ports",
                               ValueKind::number,
                               "1",
                               1.0,
                               true,
                               2.0,
                               1.0,
                               "2",
                               "that passivity watches: 1, the bodies, or 2, the contact as well, which "
                               "needs a rate",
                               true,
                               {},
                               true}),
};

}  // namespace hilspace::study::rows
