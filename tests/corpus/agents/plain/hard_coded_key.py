from openai import OpenAI

client = OpenAI(api_key="sk-proj-Zk3vQ9xTb7Lw2Rm8Yc5Hn1Jd6Pf4Sg0AaBbCcDdEeFfGgHhIiJjKk")


def run(message: str) -> str:
    answer = client.chat.completions.create(model="gpt-4o-mini", messages=[{"role": "user", "content": message}])
    return answer.choices[0].message.content
