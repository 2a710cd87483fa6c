from agents import Agent, Runner

agent = Agent(name="Looker", instructions="You describe images.", model="gpt-4.1")


async def run(image_url: str, question: str):
    result = await Runner.run(
        agent,
        [
            {"role": "user", "content": [{"type": "input_image", "detail": "auto", "image_url": image_url}]},
            {"role": "user", "content": question},
        ],
    )
    return result.final_output
