"""What stands in for a tap where an adapter needs no device: a file, and people who answer."""

import json


class File:
    """Gives one file."""

    position = 0

    def __init__(self, content):
        self._content = content

    def read(self, size, timeout=None):  # noqa: ARG002  nothing waits
        return self._content[:size]


class People:
    """Answers in turn, and the questions that were put."""

    position = 0

    def __init__(self, *answers):
        self._answers = list(answers)
        self.questions = []

    def write(self, data):
        self.questions.append(json.loads(data))

    def read(self, size):
        return self._answers.pop(0).encode()[:size]
