from agents import Agent, Runner

story_agent = Agent(name="story_agent", instructions="Write a short story.", model="gpt-4o-mini")
critic_agent = Agent(name="critic_agent", instructions="Criticise the story.", model="gpt-4o-mini")


async def write_story(topic: str) -> str:
    """Writes a story about a topic and improves it."""
    story = await Runner.run(story_agent, topic)
    critique = await Runner.run(critic_agent, story.final_output)
    return critique.final_output
