#pragma once
// What users do, as sessions of a world; each story ends in a calm, with the bits of an undisturbed one.

#include "world.hpp"

namespace hilspace::worlds {

struct Story {
  const char* name;
  void (*tell)(World& world);
};

/// What one session of the story below does.
void plain_run(World& world);
/// What submit and merge ask first.
void look_whether_complete(World& world);

/// One study, interrupted, resumed, looked at.
void run_story(World& world);
/// The same with time histories.
void trace_story(World& world);
/// Shards, computed one by one, merged.
void shard_story(World& world);
/// A result that grows.
void extend_story(World& world);
/// A study left to a cluster, whose jobs die.
void cluster_story(World& world);

inline constexpr Story kStories[]{{"run", run_story},
                                  {"traces", trace_story},
                                  {"shards", shard_story},
                                  {"extend", extend_story},
                                  {"cluster", cluster_story}};

}  // namespace hilspace::worlds
