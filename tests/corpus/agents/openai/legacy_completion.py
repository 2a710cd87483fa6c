import openai

openai.api_key = "sk-..."


def run(message):
    response = openai.ChatCompletion.create(model="gpt-3.5-turbo", messages=[{"role": "user", "content": message}])
    return response["choices"][0]["message"]["content"]
