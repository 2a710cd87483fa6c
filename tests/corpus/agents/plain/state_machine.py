from enum import Enum, auto


class State(Enum):
    IDLE = auto()
    BOOKING = auto()


class BookingBot:
    """A small bot that books trips."""

    def __init__(self):
        self.state = State.IDLE
        self.log = []

    def respond(self, message: str) -> str:
        self.log.append(message)
        if message.startswith("book"):
            self.state = State.BOOKING
            return f"Where to? I have noted {message[5:]}."
        return "I can book trips."

    def _reset(self):
        self.state = State.IDLE


if __name__ == "__main__":
    bot = BookingBot()
    while True:
        print(bot.respond(input("> ")))
