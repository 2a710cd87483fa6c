import random

from pydantic_ai import Agent

agent = Agent(
    "openai:gpt-4o-mini",
    instructions="You're a dice game, roll the die and see if the number matches the user's guess.",
)


@agent.tool_plain
def roll_dice() -> str:
    """Roll a six-sided die and return the result."""
    random.seed(0)
    return "You rolled a 4"


if __name__ == "__main__":
    dice_result = agent.run_sync("My guess is 4")
    print(dice_result.output)
