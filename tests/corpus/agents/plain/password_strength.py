#!/usr/bin/env python3
import math
import string
from dataclasses import dataclass, asdict


@dataclass
class Report:
    entropy: float
    verdict: str


def main(password: str):
    pool = 0
    for chars in (string.ascii_lowercase, string.ascii_uppercase, string.digits, string.punctuation):
        if any(c in chars for c in password):
            pool += len(chars)
    entropy = len(password) * math.log2(pool or 1)
    verdict = "strong" if entropy > 60 else "weak"
    return asdict(Report(round(entropy, 1), verdict))
