"""Analysis of the machine code of the lanes' step: it has no branches, so every instruction runs in each step."""
import re
import subprocess


def describe(program):
    """A sentence on the function for the best instruction set of this machine; nothing if it is not found."""
    cpu = open("/proc/cpuinfo").read()
    best = "avx512" if " avx512dq " in cpu and " avx512vl " in cpu else "avx2" if " avx2 " in cpu else "baseline"
    listing = subprocess.run(["objdump", "-d", "-C", "--no-show-raw-insn", program], capture_output=True, text=True)
    body = re.search(rf"^\w+ <[^>\n]*advance_all_{best}\b[^\n]*>:\n(.*?)\n\n", listing.stdout, re.M | re.S)
    if listing.returncode != 0 or not body:
        return None
    # On whole vectors; scalar ones belong to the loading of lanes. "op operands", separated by tabs.
    packed = re.findall(r"\t(v?(?:p[a-z]+|mov[ad]\w*|movup\w|[a-z]+pd))\s+([^\n]*)", body[1])
    moves = [operation for operation, _ in packed if "mov" in operation]
    fetching = [operation for operation, operands in packed if "mov" not in operation and "(" in operands]
    return (f"Compiled for {best}, a step and the exchange of lanes have {len(packed)} instructions on whole vectors:"
            f" {len(moves)} move numbers\nfrom or to memory or between registers, and {len(fetching)} of the others take an"
            f" operand from memory.")
