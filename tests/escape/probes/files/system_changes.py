"""Writes into folders of the system and of Stoa's code."""


def probe(given):
    for folder in given["system_folders"]:
        attempt(folder, lambda: open(f"{folder}/stoa-escape", "a").close())
    for path in given["system_files"]:
        attempt(f"open {path}", lambda: open(path, "a").close())
        attempt(f"chmod {path}", lambda: os.chmod(path, 0o777))
        attempt(f"touch {path}", lambda: os.utime(path))
        attempt(f"rename {path}", lambda: os.rename(path, path + ".old"))
