# Doxygen's filter of the library's headers, which are commented for those who read the source: the sheet at a header's top
# becomes its description, as it stands, with the first sentence in front; what follows a member on its line becomes the member's
# meaning. Lines keep their numbers.
function brief() {
  sub(/\.( .*)?$/, "", sentence)
  gsub(/[\\@&<>#%"]/, "\\\\&", sentence)
  return sentence
}
FNR == 1 { print "/** @file"; state = 0; sentence = ""; inside = 0; next }
FNR == 2 { print "@verbatim" substr($0, 3); sentence = substr($0, 4); reading = 1; next }
state == 0 && /^\/\// {
  text = substr($0, 4)
  if (text == "" || text ~ /^ /) reading = 0
  if (reading) sentence = sentence " " text
  print text
  next
}
state == 0 { print "@endverbatim @brief " brief() " */" $0; state = 1; next }
/^(template <.*> )?(struct|class|enum) / && /\{$/ { inside = 1 }
/^};/ { inside = 0 }
inside && /^  [^ \/].*[;,] +\/\/ / { sub(/\/\/ /, "///< ") }
{ print }
