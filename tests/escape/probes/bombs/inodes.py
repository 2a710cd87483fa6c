"""Creates a very large number of symbolic links, each of which uses an inode."""


def probe(given):
    def make():
        for number in range(given["steps"]):
            os.symlink("x" * 60, f"{given['scratch']}/{number}")

    attempt("all links", make)
