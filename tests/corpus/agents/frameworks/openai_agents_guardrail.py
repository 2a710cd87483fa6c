from agents import Agent, GuardrailFunctionOutput, InputGuardrail, Runner
from pydantic import BaseModel


class HomeworkOutput(BaseModel):
    reasoning: str
    is_homework: bool


guardrail_agent = Agent(
    name="Guardrail check", instructions="Check if the user is asking about homework.", output_type=HomeworkOutput
)
math_tutor_agent = Agent(name="Math Tutor", handoff_description="Specialist agent for math", instructions="Help.")


async def homework_guardrail(ctx, agent, input_data):
    result = await Runner.run(guardrail_agent, input_data, context=ctx.context)
    final_output = result.final_output_as(HomeworkOutput)
    return GuardrailFunctionOutput(output_info=final_output, tripwire_triggered=not final_output.is_homework)


triage_agent = Agent(
    name="Triage Agent",
    instructions="You determine which agent to use",
    handoffs=[math_tutor_agent],
    input_guardrails=[InputGuardrail(guardrail_function=homework_guardrail)],
)
