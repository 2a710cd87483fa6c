from dataclasses import dataclass

from pydantic_ai import Agent, RunContext


@dataclass
class SupportDependencies:
    customer_name: str


support_agent = Agent("openai:gpt-4o", deps_type=SupportDependencies)


@support_agent.instructions
async def add_customer_name(ctx: RunContext[SupportDependencies]) -> str:
    return f"The customer's name is {ctx.deps.customer_name!r}"


async def run(message: str) -> str:
    result = await support_agent.run(message, deps=SupportDependencies(customer_name="John"))
    return result.output
