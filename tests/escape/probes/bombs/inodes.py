"""Makes files, folders and links without end."""


def probe(given):
    def make():
        for number in range(given["steps"]):
            os.symlink("x" * 60, f"{given['scratch']}/{number}")

    attempt("all links", make)
