#include "cluster/scripts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace hilspace::cluster {
namespace {

/// A value of #SBATCH: in quotes, since names have blanks, and with no pattern in it.
std::string sbatch_path(const std::filesystem::path& folder, std::string_view file) {
  std::string text;
  for (const char c : folder.string()) {
    if (c == '%') text += '%';
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return fmt::format("\"{}/{}\"", text, file);
}

/// The name of the output as part of a comment, which must not end in its midst.
std::string comment(const Scripts& scripts) {
  std::string name = scripts.output.filename().string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  return shell_word(name);
}

/// Of the output, as far as it is plain.
std::string job_name(const Scripts& scripts, std::string_view what) {
  std::string stem = scripts.output.stem().string();
  std::ranges::replace_if(
      stem, [](unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '_'; }, '-');
  return fmt::format("{}-{}", stem, what);
}

constexpr std::string_view kTask = R"bash(
stopping=  # the signal that ends this task
child=
stop() {
  stopping=$1
  [[ -z $child ]] || kill -TERM "$child" 2>/dev/null
}
trap 'stop USR1' USR1  # before the time limit
trap 'stop TERM' TERM  # cancelled or preempted: what is to be requeued, Slurm requeues

say() { printf '%s  %s  %s\n' "$(date -u +%FT%TZ)" "$(hostname)" "$*"; }
chunk_file() { printf '%s/%05d.h5' "$folder" "$1"; }

# attempt CHUNK: 0 when it is done, 1 when it failed, 2 when somebody else is writing it.
attempt() {
  local file log code start
  start=$(date +%s%N)
  file=$(chunk_file "$1")
  log=$(printf '%s/logs/%05d.log' "$folder" "$1")
  if [[ ! -e $file ]]; then
    "${hilspace[@]}" run "$folder/study.toml" --shard "$1/$chunks" -o "$file" --threads "$threads" --quiet \
      </dev/null >>"$log" 2>&1 &
    child=$!
    [[ -z $stopping ]] || kill -TERM "$child" 2>/dev/null  # it came just before
    wait "$child"
    code=$?
    # A signal to this script ends the wait, not what is waited for.
    while [[ $code -gt 128 ]] && kill -0 "$child" 2>/dev/null; do
      wait "$child"
      code=$?
    done
    child=
    echo "$1 $((($(date +%s%N) - start) / 1000000))" >>"$folder/logs/task-$SLURM_ARRAY_TASK_ID.times"
  fi
  if [[ -e $file ]]; then
    rm -f "$log"
    return 0
  fi
  [[ -z $stopping ]] || return 1
  [[ $code != 1 || ! -e $file.parts/lock ]] || return 2  # a run that failed gives its lock back
  if [[ $code -gt 128 ]]; then echo "killed by signal $((code - 128)) on $(hostname)" >>"$log"; fi
  say "chunk $1: exit code $code: $(tail -n 1 "$log")"
  return 1
}

# until_free CHUNK: until nobody writes it, or until whoever did counts as gone.
until_free() {
  local file i
  file=$(chunk_file "$1")
  say "chunk $1: waiting for another run"
  for ((i = 0; i < patience; i += 5)); do
    [[ -z $stopping && ! -e $file && -e $file.parts/lock ]] || return
    sleep 5 &
    wait $!
  done
}

mine=${of_task[SLURM_ARRAY_TASK_ID]}
busy=()
for chunk in $mine; do
  [[ -z $stopping ]] || break
  attempt "$chunk"
  [[ $? != 2 ]] || busy+=("$chunk")
done
for chunk in "${busy[@]}"; do
  [[ -z $stopping ]] || break
  until_free "$chunk"
  attempt "$chunk"
  [[ $? != 2 ]] || say "chunk $chunk: skipped, another run is writing it"
done

left=()
for chunk in $mine; do
  [[ -e $(chunk_file "$chunk") ]] || left+=("$chunk")
done
if [[ ${#left[@]} == 0 ]]; then
  say "done: chunks $mine"
  exit 0
fi
say "not done: chunks ${left[*]}"
if [[ $stopping == USR1 ]]; then
  say "out of time: requeued"
  exec scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit 1
)bash";

}  // namespace

std::string shell_word(const std::string& text) {
  const bool is_plain = !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("_-+=./,:@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (is_plain) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string array_script(const Scripts& scripts) {
  std::string text = fmt::format(
      "#!/bin/bash\n"
      "# One task of a job array: its chunks of {}, one after the other.\n"
      "# Written by hilspace submit, anew each time.\n"
      "#SBATCH --job-name={}\n"
      "#SBATCH --array=1-{}\n"
      "#SBATCH --requeue\n"
      "#SBATCH --open-mode=append\n"
      "#SBATCH --signal=B:USR1@{}\n"
      "#SBATCH --output={}\n",
      comment(scripts), job_name(scripts, "chunks"), scripts.tasks.size(), scripts.signal_before,
      sbatch_path(scripts.folder.logs(), "task-%a.log"));
  if (scripts.threads > 0) text += fmt::format("#SBATCH --cpus-per-task={}\n", scripts.threads);
  text += fmt::format("\nfolder={}\nhilspace=({})\n", shell_word(scripts.folder.path().string()),
                      scripts.command);
  text += scripts.threads > 0 ? fmt::format("threads={}\n", scripts.threads)
                              : std::string("threads=${SLURM_CPUS_PER_TASK:-1}\n");
  text += fmt::format("chunks={}\npatience=400  # s; a run that was silent for 300 s counts as gone\n",
                      scripts.chunks);
  text += "of_task=(\n  ''  # tasks count from 1\n";
  for (const auto& chunks : scripts.tasks) text += fmt::format("  '{}'\n", fmt::join(chunks, " "));
  return text + ")\n" + std::string(kTask);
}

std::string merge_script(const Scripts& scripts) {
  return fmt::format(
      "#!/bin/bash\n"
      "# Puts the chunks of {} together once their array has ended, however it ended.\n"
      "# Written by hilspace submit, anew each time.\n"
      "#SBATCH --job-name={}\n"
      "#SBATCH --requeue\n"
      "#SBATCH --open-mode=append\n"
      "#SBATCH --output={}\n"
      "\nhilspace=({})\n"
      "exec \"${{hilspace[@]}}\" merge {} -o {} --quiet\n",
      comment(scripts), job_name(scripts, "merge"), sbatch_path(scripts.folder.logs(), "merge.log"),
      scripts.command, shell_word(scripts.folder.path().string()), shell_word(scripts.output.string()));
}

}  // namespace hilspace::cluster
