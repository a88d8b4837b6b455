#pragma once
// Stories: sequences of user commands, as sessions of a world; each ends in a calm, with the bits of an
// undisturbed one.

#include <map>
#include <string>

#include "results/assembly/merge.hpp"
#include "world.hpp"

namespace hilspace::worlds {

struct Story {
  const char* name;
  void (*tell)(World& world);
};

/// Content of one session of the story below.
void plain_run(World& world);
/// All shards of the story below; their bytes, after its calm; a world that begins with them.
void compute_shards(World& world);
std::map<std::string, std::string> bytes_of_shards();
void begin_with(World& world, const std::map<std::string, std::string>& shards);
/// Its merge; what it promises at its end.
void merge_shards(World& world, results::Numbers numbers);
void promise_nothing_is_left(World& world);
/// Queries that precede submit and merge.
void look_whether_complete(World& world);

/// One study, interrupted, resumed, inspected.
void run_story(World& world);
/// The same with time histories.
void trace_story(World& world);
/// Shards, computed one by one, merged.
void shard_story(World& world);
/// A result that is extended.
void extend_story(World& world);
/// A study left to a cluster, whose jobs die.
void cluster_story(World& world);

inline constexpr Story kStories[]{{"run", run_story},
                                  {"traces", trace_story},
                                  {"shards", shard_story},
                                  {"extend", extend_story},
                                  {"cluster", cluster_story}};

}  // namespace hilspace::worlds
