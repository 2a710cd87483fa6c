"""Creates an endless number of files, folders and links."""


def probe(given):
    def make():
        for number in range(given["steps"]):
            os.symlink("x" * 60, f"{given['scratch']}/{number}")

    attempt("all links", make)
