# Completion of hilspace and hilspace-rig in bash. The programs say their words: VERB --words.
_hilspace() {
  local program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} words
  if [[ $COMP_CWORD -eq 1 ]]; then
    words=$("$program" --words 2>/dev/null)
  else
    words=$("$program" "${COMP_WORDS[1]}" --words 2>/dev/null)
    # Options where one is begun, else what the verb takes; where it takes files, these (complete -o default).
    if [[ $current != -* ]]; then words=$(grep -v '^-' <<<"$words"); fi
  fi
  mapfile -t COMPREPLY < <(compgen -W "$(cut -f1 <<<"$words")" -- "$current")
}
complete -o default -F _hilspace hilspace hilspace-rig
