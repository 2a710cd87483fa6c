import os

import pytest

from stoa_sandbox.output_pipe import OutputBudget, OutputPipe


class Pipe:
    def __init__(self, budget=10_000, longest_line=None):
        read, self.write_end = os.pipe()
        self.budget = OutputBudget(budget)
        self.pipe = OutputPipe(read, b"E", self.budget, longest_line)

    def write(self, data):
        os.write(self.write_end, data)

    def close(self):
        os.close(self.write_end)


@pytest.fixture
def make():
    return Pipe


def test_lines_are_returned_once_they_are_complete(make):
    pipe = make()
    assert pipe.pipe.read() == []
    pipe.write(b"one\ntw")
    assert pipe.pipe.read() == [b"one"]
    pipe.write(b"o\n\nthree")
    assert pipe.pipe.read() == [b"two", b""]
    pipe.close()
    assert pipe.pipe.read() == [b"three"]
    assert pipe.pipe.ended


def test_line_without_end_is_split(make):
    pipe = make(longest_line=10)
    pipe.write(b"x" * 11)
    assert pipe.pipe.read() == [b"x" * 11]
    pipe.write(b"y\n")
    assert pipe.pipe.read() == [b"y"]


def test_line_of_any_length_stays_within_the_budget(make):
    pipe = make(budget=200_000)
    for _ in range(3):
        pipe.write(b"x" * 40_000)
        assert pipe.pipe.read() == []
    pipe.write(b"\n")
    assert pipe.pipe.read() == [b"x" * 120_000]
    assert not pipe.budget.exhausted


def test_output_beyond_the_budget_is_dropped(make):
    pipe = make(budget=100)
    pipe.write(b"x" * 101)
    assert pipe.pipe.read() == []
    assert pipe.budget.exhausted


def test_empty_lines_use_up_budget(make):
    pipe = make(budget=1000)
    pipe.write(b"\n" * 16)
    pipe.pipe.read()
    assert pipe.budget.exhausted


def test_remaining_output_is_read_even_if_the_pipe_stays_open(make):
    pipe = make()
    pipe.write(b"one\n" * 20 + b"tw")
    assert pipe.pipe.read_rest() == [b"one"] * 20 + [b"tw"]
    assert not pipe.pipe.ended


def test_remaining_output_of_a_closed_pipe_is_read_once(make):
    pipe = make()
    pipe.write(b"x" * 8_000)
    pipe.close()
    assert pipe.pipe.read_rest() == [b"x" * 8_000]
    assert pipe.pipe.read_rest() == []


def test_remaining_output_ends_at_the_budget(make):
    pipe = make(budget=100)
    pipe.write(b"x" * 60 + b"\n" + b"y" * 60)
    assert pipe.pipe.read_rest() == []
    assert pipe.budget.exhausted
