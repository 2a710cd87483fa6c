#!/usr/bin/env python3
"""Keeps notes on the command line."""
import argparse
import sys

NOTES = ["buy milk", "visit Rome"]


def cmd_list(args):
    for number, note in enumerate(NOTES, 1):
        print(f"{number}. {note}" if args.numbered else note)


def cmd_search(args):
    found = [note for note in NOTES if args.word.lower() in note.lower()]
    print("\n".join(found[: args.limit]) or "nothing found")


def add_output_options(parser):
    parser.add_argument("--numbered", action="store_true", help="number the notes")


def build_parser():
    parser = argparse.ArgumentParser(description=__doc__)
    subparsers = parser.add_subparsers(dest="command", help="sub-command help")

    p_list = subparsers.add_parser("list", help="list all notes")
    add_output_options(p_list)
    p_list.set_defaults(func=cmd_list)

    p_search = subparsers.add_parser("search", help="search the notes")
    p_search.add_argument("word", help="the word to search for")
    p_search.add_argument("-n", "--limit", type=int, default=5)
    p_search.set_defaults(func=cmd_search)
    return parser


def main(argv=None):
    parser = build_parser()
    args = parser.parse_args(argv)
    if not hasattr(args, "func"):
        parser.print_help()
        return 1
    return args.func(args)


if __name__ == "__main__":
    sys.exit(main())
