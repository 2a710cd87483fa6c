import dspy

lm = dspy.LM("openai/gpt-4o-mini")
dspy.configure(lm=lm)
qa = dspy.Predict("question -> answer")


def answer(question: str) -> str:
    return qa(question=question).answer
