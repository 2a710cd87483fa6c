"""Replaces expected files with links and pipes, and reads through them."""


def probe(given):
    for number, secret in enumerate(given["secret_files"]):
        attempt(f"symbolic link to {secret}", lambda: _through_link(secret, f"{given['scratch']}/s{number}", given))
        attempt(f"hard link to {secret}", lambda: os.link(secret, f"{given['scratch']}/h{number}"))
    attempt("hard link to the system", lambda: os.link(given["hard_link_from"], f"{given['scratch']}/system"))


def _through_link(secret, link, given):
    os.symlink(secret, link)
    with open(link, "rb") as file:
        keep_secrets(file.read(), given)
