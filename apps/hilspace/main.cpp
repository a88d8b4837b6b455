// hilspace: how far will what a hardware-in-the-loop docking testbed shows be from what happens in space?

#include <array>

#include "dispatch.hpp"
#include "process.hpp"
#include "verbs.hpp"

namespace {

using namespace hilspace::app;

constexpr std::array kVerbs{
    Verb{"new", new_study, "write a commented study, ready to run"},
    Verb{"run", run, "run all scenarios of a study into a result file"},
    Verb{"check", check, "say what a study would run, and every error in it"},
    Verb{"simulate", simulate, "run one scenario, with its time histories"},
    Verb{"show", show, "show what is in a result file, or print it as CSV"},
    Verb{"plot", plot, "draw what a file holds, and say the answer in numbers"},
    Verb{"explain", explain, "say which instrument causes most of a scenario's error"},
    Verb{"compare", compare, "measure one trace against another, simulated or recorded"},
    Verb{"analyse", analyse, "say which parameters matter, and where two of them trade off"},
    Verb{"require", require, "say how far a parameter may go until a target is broken, and what binds"},
    Verb{"stability", stability,
         "say which scenarios the testbed's delay makes unstable, and where that ends"},
    Verb{"qualify", qualify, "say which scenarios the rig can bear, and what binds in each"},
    Verb{"merge", merge, "put the shards of a run together into its result"},
    Verb{"submit", submit, "leave a study to a Slurm cluster, in chunks"},
    Verb{"status", status, "say how far a submitted study is, or a run"},
    Verb{"list", list, "list laws, materials, parameters, metrics, instruments, solvers or outcomes"},
    Verb{"completion", completion, "print what bash or zsh need to complete all of this"},
};

}  // namespace

int main(int argc, char** argv) {
  prepare_process();
  return dispatch("hilspace", "how far a hardware-in-the-loop docking testbed will be from reality", kVerbs,
                  argc, argv);
}
