import os

import pytest

from stoa_sandbox.output_pipe import OutputBudget, OutputPipe


class Pipe:
    def __init__(self, budget=10_000, longest_line=None, state=0):
        read, self.write_end = os.pipe()
        self.budget = OutputBudget(budget, state)
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


STATE = b'{"type":"state","data":"'


def write_all(pipe, data, size):
    """Writes the data in pieces and reads after each piece. Returns the lines."""
    lines = []
    for start in range(0, len(data), size):
        pipe.write(data[start : start + size])
        lines += pipe.pipe.read()
    return lines


@pytest.mark.parametrize("size", [1, 7, 1000, 60_000])
def test_state_of_a_conversation_does_not_count_as_output(make, size):
    state = STATE + b"x" * 3000 + b'"}'
    pipe = make(budget=400, state=4000)
    lines = write_all(pipe, b'{"a":1}\n' + state + b'\n{"b":2}\n', size)
    assert lines == [b'{"a":1}', state, b'{"b":2}']
    assert not pipe.budget.exhausted
    pipe.write(b"x" * 401)
    pipe.pipe.read()
    assert pipe.budget.exhausted


@pytest.mark.parametrize("state", [0, 1000])
def test_state_beyond_its_size_counts_as_output(make, state):
    pipe = make(budget=400, state=state)
    write_all(pipe, STATE + b"x" * 3000 + b'"}\n', 500)
    assert pipe.budget.exhausted


def test_several_states_share_the_size_of_one(make):
    pipe = make(budget=400, state=2000)
    write_all(pipe, (STATE + b"x" * 900 + b'"}\n') * 3, 500)
    assert pipe.budget.exhausted
