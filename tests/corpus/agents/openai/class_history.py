from openai import OpenAI


class ChatBot:
    def __init__(self, system="You are concise."):
        self.client = OpenAI()
        self.messages = [{"role": "system", "content": system}]

    def chat(self, user_input: str) -> str:
        self.messages.append({"role": "user", "content": user_input})
        reply = self.client.chat.completions.create(model="gpt-4o", messages=self.messages)
        text = reply.choices[0].message.content
        self.messages.append({"role": "assistant", "content": text})
        return text


bot = ChatBot()


def main(user_input: str) -> str:
    return bot.chat(user_input)
