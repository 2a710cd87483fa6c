"""Lists folders of the host."""


def probe(given):
    for path in given["folders"]:
        attempt(path, lambda: os.listdir(path)[0:1] or _refuse())


def _refuse():
    raise OSError("the folder is empty, so it is not a folder of the host")
