"""completion: what bash offers is what the program knows."""
import subprocess
import unittest

from support import BAD_INPUT, HILSPACE, CommandLine


class Completion(CommandLine):
    def offered(self, *words):
        """What bash completes the last word to."""
        script = (f'source <("$0" completion bash); COMP_WORDS=("$0" "$@"); COMP_CWORD=$#; _hilspace; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "-c", script, HILSPACE, *words], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(done.stderr, "")
        return set(done.stdout.split())

    def test_verbs(self):
        self.assertEqual(self.offered("sta"), {"stability", "status"})
        listed = {line.split()[0] for line in self.hilspace("--help")[0].splitlines() if line.startswith("  ")}
        self.assertEqual(self.offered(""), listed)

    def test_options_of_every_verb_are_those_of_its_help(self):
        for verb in self.offered("") - {"plot", "report"}:  # Python's
            help_of_verb, _ = self.hilspace(verb, "--help")
            options = {word for word in help_of_verb.replace("]", " ").split() if word.startswith("--")}
            with self.subTest(verb):
                self.assertTrue(self.offered(verb, "-"))
                self.assertLessEqual(self.offered(verb, "--"), options)
        self.assertEqual(self.offered("run", "--thr"), {"--threads"})

    def test_what_a_verb_takes(self):
        self.assertEqual(self.offered("list", "la"), {"laws", "latches"})
        self.assertIn("schema", self.offered("list", ""))
        self.assertEqual(self.offered("new", ""), {"axial", "sixdof", "rig", "design", "mechanism", "hybrid", "flexible"})
        self.assertEqual(self.offered("run", ""), set(), "files, which bash adds")

    def test_of_another_shell_is_refused(self):
        self.assertIn("fish", self.hilspace("completion", "fish", code=BAD_INPUT)[1])
        self.assertTrue(self.hilspace("completion", "zsh")[0].startswith("#compdef hilspace"))


if __name__ == "__main__":
    unittest.main()
