import yaml


def main(document: str):
    """Turns YAML into JSON."""
    return yaml.safe_load(document)


if __name__ == "__main__":
    print(main("a: 1"))
