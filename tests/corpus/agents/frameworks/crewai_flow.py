from crewai.flow.flow import Flow, listen, start
from openai import OpenAI


class CityFlow(Flow):
    @start()
    def ask(self):
        client = OpenAI()
        answer = client.chat.completions.create(
            model="gpt-4o-mini", messages=[{"role": "user", "content": f"A fact about {self.state['city']}"}]
        )
        return answer.choices[0].message.content

    @listen(ask)
    def finish(self, fact):
        return f"Fact: {fact}"


def run(message: str) -> str:
    return CityFlow().kickoff(inputs={"city": message})
