"""Tests argparse programs with subcommands, whose parsers are built in the usual ways."""

import pytest
from test_programs import answer, fields

from stoa_sandbox.inspection.file import inspect_source

CALCULATOR = '''
import argparse
def add(args): print(args.a + args.b)
def multiply(args): print(args.a * args.b)
def negate(args): print(-args.a)
'''
LOOPS = [
    "for name, function in (('add', add), ('multiply', multiply)):",
    "COMMANDS = {'add': add, 'multiply': multiply}\nfor name, function in COMMANDS.items():",
    "for name, function in [('add', add), ('multiply', multiply)]:",
]


@pytest.mark.parametrize("loop", LOOPS)
def test_subcommands_that_a_loop_adds_become_a_choice(loop):
    source = CALCULATOR + (
        "parser = argparse.ArgumentParser()\n"
        "subparsers = parser.add_subparsers(dest='command', required=True)\n"
        f"{loop}\n"
        "    sub = subparsers.add_parser(name, help=f'Does {name}.')\n"
        "    for number in 'a', 'b':\n"
        "        sub.add_argument(number, type=int)\n"
        "    sub.set_defaults(func=function)\n"
        "args = parser.parse_args()\nargs.func(args)\n"
    )
    found = fields(source)
    assert found["command"]["choices"] == ["add", "multiply"]
    assert "multiply: Does multiply." in found["command"]["description"]
    assert [found[name]["required"] for name in ("a", "b")] == [True, True]
    assert answer(source, command="add", a=2, b=3) == "5"
    assert answer(source, command="multiply", a=2, b=-3) == "-6"


def test_arguments_that_a_function_adds_belong_to_the_parsers_that_are_passed_to_it():
    source = CALCULATOR + (
        "def add_numbers(parser, second):\n"
        "    parser.add_argument('a', type=int, help='The first number.')\n"
        "    if second: parser.add_argument(second, type=int)\n"
        "def main():\n"
        "    parser = argparse.ArgumentParser()\n"
        "    sub = parser.add_subparsers(dest='command')\n"
        "    p = sub.add_parser('add')\n    add_numbers(p, 'b')\n    p.set_defaults(func=add)\n"
        "    p = sub.add_parser('negate')\n    p.add_argument('a', type=int)\n    p.set_defaults(func=negate)\n"
        "    args = parser.parse_args()\n    args.func(args)\n"
        "main()\n"
    )
    found = fields(source)
    assert list(found) == ["command", "a", "b"]
    assert (found["a"]["required"], found["b"]["required"]) == (True, False)
    assert found["b"]["description"] == "For add."
    assert answer(source, command="add", a=2, b=3) == "5"
    assert answer(source, command="negate", a=2) == "-2"


def test_subcommands_inherit_the_arguments_of_their_parents():
    source = CALCULATOR + (
        "common = argparse.ArgumentParser(add_help=False)\ncommon.add_argument('--loud', action='store_true')\n"
        "parser = argparse.ArgumentParser()\nsub = parser.add_subparsers(dest='command')\n"
        "p = sub.add_parser('greet', parents=[common])\np.add_argument('name')\n"
        "sub.add_parser('ping', parents=[common])\n"
        "args = parser.parse_args()\n"
        "out = args.name if args.command == 'greet' else 'pong'\nprint(out.upper() if args.loud else out)\n"
    )
    assert list(fields(source)) == ["command", "loud", "name"]
    assert answer(source, command="greet", name="Ada", loud=True) == "ADA"
    assert answer(source, command="ping", loud=False) == "pong"


def test_arguments_with_the_same_name_become_one_field_even_if_their_values_differ():
    source = CALCULATOR + (
        "parser = argparse.ArgumentParser()\nsub = parser.add_subparsers(dest='command')\n"
        "p = sub.add_parser('day')\np.add_argument('--size', choices=['s', 'm'], default='s')\n"
        "p = sub.add_parser('week')\np.add_argument('--size', type=int, default=7)\n"
        "args = parser.parse_args()\nprint(args.command, args.size)\n"
    )
    size = fields(source)["size"]
    assert (size["type"], size["required"], "choices" in size, "default" in size) == ("string", False, False, False)
    assert answer(source, command="week", size="3") == "week 3"
    assert answer(source, command="day") == "day s"


def test_loop_over_values_of_the_running_program_is_refused_with_its_line():
    source = CALCULATOR + (
        "parser = argparse.ArgumentParser()\n"
        "for name in load_names():\n    parser.add_argument(name)\n"
        "print(parser.parse_args())\n"
    )
    assert inspect_source(source)["entryProblem"]["line"] == 8
