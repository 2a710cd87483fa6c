import re
from openai import OpenAI

client = OpenAI()

prompt = """
You run in a loop of Thought, Action, PAUSE, Observation.
At the end of the loop you output an Answer
Your available actions are:

calculate:
e.g. calculate: 4 * 7 / 3
""".strip()


class ChatBot:
    def __init__(self, system=""):
        self.system = system
        self.messages = []
        if self.system:
            self.messages.append({"role": "system", "content": system})

    def __call__(self, message):
        self.messages.append({"role": "user", "content": message})
        result = self.execute()
        self.messages.append({"role": "assistant", "content": result})
        return result

    def execute(self):
        completion = client.chat.completions.create(model="gpt-4o", messages=self.messages)
        return completion.choices[0].message.content


action_re = re.compile(r"^Action: (\w+): (.*)$")


def calculate(what):
    return eval(what, {"__builtins__": {}})


known_actions = {"calculate": calculate}


def query(question, max_turns=5):
    i = 0
    bot = ChatBot(prompt)
    next_prompt = question
    while i < max_turns:
        i += 1
        result = bot(next_prompt)
        actions = [action_re.match(a) for a in result.split("\n") if action_re.match(a)]
        if actions:
            action, action_input = actions[0].groups()
            observation = known_actions[action](action_input)
            next_prompt = f"Observation: {observation}"
        else:
            return result
    return "No answer"
