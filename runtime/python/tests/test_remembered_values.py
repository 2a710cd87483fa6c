"""What the inspection says about files that use `stoa.memory`."""

import pytest
from stoa_sandbox.inspection.file import inspect_source


def remembers(source):
    return inspect_source(source)["entry"].get("remembersCallers", False)


@pytest.mark.parametrize(
    "body",
    [
        "import stoa\ndef run(message):\n    stoa.memory.set('a', message)\n",
        "import stoa as s\nasync def run(message):\n    await s.memory.aget('a')\n",
        "from stoa import memory as kept\ndef run(message):\n    return kept.get('a')\n",
        "import stoa\nstore = stoa.memory\ndef run(message):\n    return store.shared.get('a')\n",
        "import stoa\ndef run(message):\n    stoa.memory.shared.set('a', 1)\n    return stoa.memory.keys()\n",
    ],
)
def test_a_file_that_uses_the_memory_of_its_caller_is_found(body):
    assert remembers(body) is True


@pytest.mark.parametrize(
    "body",
    [
        "import stoa\ndef run(message):\n    return stoa.memory.shared.update('n', len)\n",
        "from stoa import memory\ndef run(message):\n    return memory.shared.get('n')\n",
        "import stoa, other\ndef run(message, memory=None):\n    return other.memory.get('a') or memory\n",
        "import stoa\ndef run(message):\n    stoa.memory = 1\n    return 'stoa.memory.get'\n",
        "def run(message):\n    memory = {}\n    return memory.get('a')\n",
    ],
)
def test_other_files_are_not(body):
    assert remembers(body) is False
