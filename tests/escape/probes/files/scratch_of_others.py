"""Searches every folder that other runs could write to."""


def probe(given):
    attempt("a neighbor's file", lambda: _search(given))


def _search(given):
    for top in given["scratch_folders"]:
        for folder, _, names in os.walk(top):
            for name in names:
                try:
                    with open(os.path.join(folder, name), "rb") as file:
                        keep_secrets(file.read(1 << 16), given)
                except (OSError, ValueError):
                    continue
    if not found:
        raise ValueError("nothing of others")
