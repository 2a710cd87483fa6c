from openai import OpenAI, RateLimitError
from tenacity import retry, retry_if_exception_type, stop_after_attempt, wait_random_exponential

client = OpenAI()


@retry(
    retry=retry_if_exception_type(RateLimitError),
    wait=wait_random_exponential(min=1, max=60),
    stop=stop_after_attempt(6),
)
def completion_with_backoff(**kwargs):
    return client.chat.completions.create(**kwargs)


def run(prompt: str) -> str:
    out = completion_with_backoff(model="gpt-4o-mini", messages=[{"role": "user", "content": prompt}])
    return out.choices[0].message.content.strip()
