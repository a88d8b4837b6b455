#include "cluster/sbatch_options.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/error.hpp"

namespace hilspace::cluster {
namespace {

using Words = std::vector<std::string>;

TEST(SbatchOptions, WhatSubmitSaysIsRefusedInAnySpelling) {
  for (const Words& words : std::vector<Words>{{"--array=1-5"},
                                               {"--array", "1-5"},
                                               {"--arra=1-5"},
                                               {"--ar=1"},
                                               {"-a1-5"},
                                               {"-a", "1-5"},
                                               {"-Ha1-5"},
                                               {"-dafterok:1"},
                                               {"-d", "afterok:1"},
                                               {"--dep=afterok:1"},
                                               {"--depend", "singleton"},
                                               {"--wrap=reboot"},
                                               {"--wra=reboot"},
                                               {"--parsable"},
                                               {"--pars"},
                                               {"--time=5", "--arra=1"},
                                               {"-p", "debug", "-a1"},
                                               {"--time", "5", "--wrap", "x"}})
    EXPECT_THROW(check_sbatch_options(words), InputError) << words.front();
}

TEST(SbatchOptions, WhatTheScriptsRelyOnIsRefused) {
  for (const std::string word :
       {"--no-requeue", "--no-req", "--signal=B:TERM@5", "--sig=9", "-W", "--wait", "-QW", "--output=x",
        "-ox", "--outp=x", "--open-mode=truncate", "--test-only"})
    EXPECT_THROW(check_sbatch_options(Words{word}), InputError) << word;
}

TEST(SbatchOptions, AWordThatWouldBeTheScriptIsRefused) {
  for (const Words& words : std::vector<Words>{{"evil.sh"},
                                               {"--"},
                                               {"--exclusive", "evil.sh"},
                                               {"-H", "evil.sh"},
                                               {"--time=5", "evil.sh"},
                                               {"-pdebug", "evil.sh"},
                                               {"--time", "5", "evil.sh"}})
    EXPECT_THROW(check_sbatch_options(words), InputError) << words.front();
}

TEST(SbatchOptions, TheOthersPass) {
  for (const Words& words : std::vector<Words>{{},
                                               {"--time=5"},
                                               {"--time", "5"},
                                               {"-t", "5"},
                                               {"-t5"},
                                               {"-pa-d"},
                                               {"-p", "debug"},
                                               {"-Qpdebug"},
                                               {"--account=a", "--mem=4G", "--exclusive", "-H"},
                                               {"--wait-all-nodes=1"},
                                               {"--partition=d"},
                                               {"--part", "d"},
                                               {"--mail-user", "a@b.c"},
                                               {"--deadline=now"},
                                               {"-Aacc"},
                                               {"--export=ALL"}})
    EXPECT_NO_THROW(check_sbatch_options(words)) << (words.empty() ? "" : words.front());
}

}  // namespace
}  // namespace hilspace::cluster
