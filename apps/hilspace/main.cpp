// hilspace: predicts the deviation of a hardware-in-the-loop docking testbed from docking in space.

#include <array>

#include "dispatch.hpp"
#include "process.hpp"
#include "verbs.hpp"

namespace {

using namespace hilspace::app;

constexpr std::array kVerbs{
    Verb{"new", new_study, "write a commented study, ready to run"},
    Verb{"run", run, "run all scenarios of a study into a result file"},
    Verb{"check", check, "summarise a study, with every error in it"},
    Verb{"simulate", simulate, "run one scenario, with its time histories"},
    Verb{"show", show, "show the contents of a result file, or print it as CSV"},
    Verb{"plot", plot, "plot the contents of a file, and print the key numbers"},
    Verb{"report", report, "write the contents of a file as one HTML page, for any browser"},
    Verb{"explain", explain, "find the instrument that causes most of a scenario's error"},
    Verb{"compare", compare, "compare one trace with another, simulated or recorded"},
    Verb{"analyse", analyse, "rank the parameters by importance, and find trade-offs between two of them"},
    Verb{"require", require,
         "find the limit of a parameter that meets given targets, and the binding scenario"},
    Verb{"stability", stability,
         "find the scenarios that the testbed's delay makes unstable, and the stability boundary"},
    Verb{"envelope", envelope, "find which virtual stiffness and damping a hybrid testbed emulates stably"},
    Verb{"qualify", qualify, "find the scenarios that the rig can perform, and the limit that binds in each"},
    Verb{"merge", merge, "merge the shards of a run into its result"},
    Verb{"submit", submit, "submit a study to a Slurm cluster, in chunks"},
    Verb{"status", status, "show the progress of a submitted study, or of a run"},
    Verb{"list", list, "list laws, materials, parameters, metrics, instruments, solvers or outcomes"},
    Verb{"completion", completion, "print what bash or zsh need to complete all of this"},
};

}  // namespace

int main(int argc, char** argv) {
  prepare_process();
  return dispatch("hilspace", "predicts how far a hardware-in-the-loop docking testbed deviates from reality",
                  kVerbs, argc, argv);
}
