from openai import OpenAI

client = OpenAI()
messages = [{"role": "system", "content": "You are a helpful assistant."}]

while True:
    user = input("You: ")
    if user.lower() in ("quit", "exit"):
        break
    messages.append({"role": "user", "content": user})
    response = client.chat.completions.create(model="gpt-4o-mini", messages=messages)
    reply = response.choices[0].message.content
    messages.append({"role": "assistant", "content": reply})
    print("AI:", reply)
