from concurrent.futures import ThreadPoolExecutor


def shout(name):
    return name.upper() + "! " + name


def main(names: list):
    with ThreadPoolExecutor(max_workers=4) as pool:
        return list(pool.map(shout, names))
