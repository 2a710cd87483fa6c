import pytest

import stoa


def test_bare_decorator_returns_the_function_unchanged():
    def run(message):
        return message

    assert stoa.agent(run) is run
    assert run.__stoa_agent__ == {}


def test_decorator_stores_its_arguments_and_keeps_the_function_callable():
    @stoa.agent(name="A", tags=["x"], agents=[12])
    def run(message):
        return message + "!"

    assert run("hi") == "hi!"
    assert run.__stoa_agent__ == {"name": "A", "tags": ["x"], "agents": [12]}


def test_decorator_refuses_unknown_arguments_and_objects_that_are_not_functions():
    with pytest.raises(TypeError):
        stoa.agent(title="A")
    with pytest.raises(TypeError):
        stoa.agent("A")


def test_log_and_progress_print_to_stderr_outside_the_sandbox(capsys):
    stoa.log("careful", level="warning")
    stoa.progress("half way", 0.5)
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "[warning] careful\n[progress] half way (50%)\n"


def test_invalid_levels_and_fractions_are_refused():
    with pytest.raises(ValueError, match="level"):
        stoa.log("x", level="fatal")
    with pytest.raises(ValueError, match="fraction"):
        stoa.progress("x", 1.5)
