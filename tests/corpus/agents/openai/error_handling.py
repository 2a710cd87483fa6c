import logging
import time

import openai
from openai import OpenAI

logging.basicConfig(level=logging.INFO)
logger = logging.getLogger(__name__)
client = OpenAI(timeout=20, max_retries=2)


def chat(prompt, retries=3):
    for attempt in range(retries):
        try:
            response = client.chat.completions.create(
                model="gpt-4o-mini",
                messages=[{"role": "user", "content": prompt}],
                temperature=0.7,
            )
            logger.info("used %s tokens", response.usage.total_tokens)
            return response.choices[0].message.content
        except openai.RateLimitError:
            time.sleep(2**attempt)
        except openai.APIConnectionError as e:
            logger.error("connection: %s", e)
            raise
    raise RuntimeError("no answer")
