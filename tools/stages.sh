# shellcheck shell=bash
# Stages with time budgets and their results, for tools/test; sourced in the repository's root folder.
#
#   stage NAME BUDGET COMMAND...    runs in sequence; the budget is in seconds
#   beside NAME BUDGET COMMAND...   waits much or uses one core: starts in sequence, after the one beside before it,
#                                   and runs in parallel with the stages that follow
#   alone NAME BUDGET COMMAND...    sensitive to load: nothing runs in parallel with it
#   run_stages                      runs all of them in this order, despite failures; false if any failed
#
# With CI=true a stage fails if it skips tests or cannot run here; otherwise this is only reported. A stage over its
# budget is always only reported: a busy machine is no defect.

in_ci=false
[[ ${CI:-} == true || ${CI:-} == 1 ]] && in_ci=true
readonly cannot_run=75  # exit code of a stage that cannot run here; its last line of output gives the reason
reports=$PWD/build/reports
rm -rf "$reports"
mkdir -p "$reports"

names=() ways=() budgets=() commands=()
rows=()  # of the table
passed=0
failed=0
behind=()  # numbers of the stages beside that are not concluded

stage() { add stage "$@"; }
beside() { add beside "$@"; }
alone() { add alone "$@"; }
add() {
  ways+=("$1") names+=("$2") budgets+=("$3")
  commands+=("$(printf '%q ' "${@:4}")")
}

run_stages() {
  local i before=
  echo "${#names[@]} stages, with the seconds they may take:"
  for i in "${!names[@]}"; do echo "${names[i]} ${budgets[i]}"; done | paste -sd ',' | sed 's/,/, /g' | fold -s -w 116
  echo
  for i in "${!names[@]}"; do
    case ${ways[i]} in
      stage) execute "$i"; conclude "$i" ;;
      alone) wait; catch_up; execute "$i"; conclude "$i" ;;
      beside)
        execute_after "$before" "$i" &
        behind+=("$i") before=$i
        ;;
    esac
    catch_up
  done
  wait
  catch_up
  summary
}

# Runs a stage once the one beside before it has ended.
execute_after() {
  until [[ -z $1 || -e $reports/${names[$1]}.end ]]; do sleep 0.2; done
  execute "$2"
}

# Reports the stages beside that have ended meanwhile.
catch_up() {
  while [[ ${#behind[@]} -gt 0 && -e $reports/${names[${behind[0]}]}.end ]]; do
    conclude "${behind[0]}"
    behind=("${behind[@]:1}")
  done
}

# Runs the command of a stage and stores its exit code and duration for conclude().
execute() {
  local name=${names[$1]} code=0 start=$SECONDS
  junit=$reports/$name.xml  # where the command's ctest leaves its report
  # As a condition the command runs without "set -e": stages chain their commands with && instead.
  (eval "${commands[$1]}") >"$reports/$name.log" 2>&1 || code=$?
  echo "$code $((SECONDS - start))" >"$reports/$name.ending"
  mv "$reports/$name.ending" "$reports/$name.end"  # whole, for whoever waits for it
}

# Counts the results of a stage and reports them.
conclude() {
  local name=${names[$1]} budget=${budgets[$1]} code took state good=0 bad=0 skipped=0 flaws=() slow=() log row
  log=$reports/$name.log
  read -r code took <"$reports/$name.end"
  if [[ -e $reports/$name.xml ]]; then read -r good bad skipped < <(tools/count_tests "$reports/$name.xml"); fi
  [[ $skipped -gt 0 ]] && flaws+=("$skipped tests skipped")
  [[ $took -gt $budget ]] && slow=("over its budget")
  [[ $code == "$cannot_run" ]] && flaws+=("cannot run: $(tail -n 1 "$log")")
  if [[ $code != 0 && $code != "$cannot_run" ]] || { $in_ci && [[ ${#flaws[@]} -gt 0 ]]; }; then
    state=FAILED
    # Makes the sum show a failure even if none of the stage's tests failed, or could start.
    [[ $bad == 0 ]] && bad=1
  elif [[ $code == "$cannot_run" ]]; then
    state=-
  else
    state=passed
  fi
  passed=$((passed + good))
  failed=$((failed + bad))

  row=$(printf '%-16s %5d s of %4d s  %-6s  %s' "$name" "$took" "$budget" "$state" "$(IFS=';'; echo "${flaws[*]}${slow[*]}")")
  echo "$row"
  rows+=("$row")
  if [[ $code != 0 && $code != "$cannot_run" ]]; then tail -n 400 "$log"; fi
}

# The table, the slowest tests and the sum; false if anything failed.
summary() {
  local found=("$reports"/*.xml)
  echo
  printf '%s\n' "${rows[@]}"
  if [[ -e ${found[0]} ]]; then
    echo
    echo "the slowest tests:"
    tools/count_tests --slowest 12 "${found[@]}"
  fi
  echo
  echo "in all $((SECONDS / 60)) min $((SECONDS % 60)) s; logs are in $reports"
  echo "$passed passed, $failed failed"
  [[ $failed == 0 ]]
}
