import argparse


def add(args):
    print(args.a + args.b)


def multiply(args):
    print(args.a * args.b)


parser = argparse.ArgumentParser(description="A calculator")
subparsers = parser.add_subparsers(dest="command", required=True)
for name, function in (("add", add), ("multiply", multiply)):
    sub = subparsers.add_parser(name)
    sub.add_argument("a", type=int)
    sub.add_argument("b", type=int)
    sub.set_defaults(func=function)

if __name__ == "__main__":
    args = parser.parse_args()
    args.func(args)
