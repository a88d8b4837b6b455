# shellcheck shell=bash
# Stages with time budgets and a table at the end, for tools/test; sourced in the repository's root folder.
#
# With CI=true a stage that is over its budget, that skipped tests or that cannot run here has failed;
# elsewhere this is only told.

in_ci=false
[[ ${CI:-} == true || ${CI:-} == 1 ]] && in_ci=true
readonly cannot_run=75  # the exit code of a stage whose last line of output says why it cannot run here
reports=$PWD/build/reports
rm -rf "$reports"
mkdir -p "$reports"

table=()
passed=0
failed=0

# stage NAME BUDGET COMMAND...: runs the command; the budget is in seconds. Never stops the script.
stage() {
  local name=$1 budget=$2 code=0 start=$SECONDS log state flaws=() line
  shift 2
  log=$reports/$name.log
  junit=$reports/$name.xml  # where the command's ctest leaves its report
  printf '%-16s ' "$name"
  # As a condition the command runs without "set -e": stages chain their steps with && instead.
  "$@" >"$log" 2>&1 || code=$?
  local took=$((SECONDS - start))

  count_tests
  [[ $skipped -gt 0 ]] && flaws+=("$skipped tests skipped")
  [[ $took -gt $budget ]] && flaws+=("over its budget")
  [[ $code == "$cannot_run" ]] && flaws+=("cannot run: $(tail -n 1 "$log")")
  if [[ $code != 0 && $code != "$cannot_run" ]] || { $in_ci && [[ ${#flaws[@]} -gt 0 ]]; }; then
    state=FAILED
    # So that the sum shows a failure also where none of the stage's tests failed, or could start.
    [[ $failures == 0 ]] && failed=$((failed + 1))
  elif [[ $code == "$cannot_run" ]]; then
    state=-
  else
    state=passed
  fi

  line=$(printf '%5d s of %4d s  %-6s  %s' "$took" "$budget" "$state" "$(IFS=';'; echo "${flaws[*]:-}")")
  echo "$line"
  table+=("$(printf '%-16s ' "$name")$line")
  if [[ $code != 0 && $code != "$cannot_run" ]]; then tail -n 400 "$log"; fi
}

# Adds the report that the stage's ctest left, if it ran one, to the sums.
count_tests() {
  local number=0
  failures=0
  skipped=0
  if [[ -e $junit ]]; then
    number=$(attribute tests)
    failures=$(attribute failures)
    skipped=$(($(attribute skipped) + $(attribute disabled)))
  fi
  failed=$((failed + failures))
  passed=$((passed + number - failures - skipped))
}
attribute() { grep -oPm1 "\b$1=\"\K[0-9]+" "$junit" || echo 0; }

# The table and the sum; false when anything failed.
summary() {
  echo
  printf '%s\n' "${table[@]}"
  echo "in all $((SECONDS / 60)) min $((SECONDS % 60)) s; logs are in $reports"
  echo
  echo "$passed passed, $failed failed"
  [[ $failed == 0 ]]
}
