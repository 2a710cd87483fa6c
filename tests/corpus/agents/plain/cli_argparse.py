import argparse


def caesar(text, shift):
    out = []
    for c in text:
        if c.isalpha():
            base = ord("A") if c.isupper() else ord("a")
            out.append(chr((ord(c) - base + shift) % 26 + base))
        else:
            out.append(c)
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(description="Caesar cipher")
    parser.add_argument("text", help="text to encrypt")
    parser.add_argument("--shift", type=int, default=3, help="how far to shift")
    args = parser.parse_args()
    print(caesar(args.text, args.shift))


if __name__ == "__main__":
    main()
