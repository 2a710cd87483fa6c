"""Customer Support Bot: recognizes the topic and urgency of a customer's message, and drafts the reply.

Answers come from the knowledge base in the message, word for word. Without one, a general help-desk playbook names
the next steps, and everything that only your company knows remains a [placeholder]: the bot promises nothing.
"""

import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

import stoa

MAX_CHARACTERS = 200_000  # message and knowledge base together
MAX_ENTRIES = 2_000  # knowledge base entries that are searched
STOPWORDS = frozenset(
    "a about after all also am an and any are as at be because been but by can could did do does don for from get got had has have hello hi how i i'm if in "
    "is it its just me my no not of on or our please she so some than thank thanks that the their them then there they this to was we were what when where "
    "which who why will with would you your".split()
)
KNOWLEDGE_HEAD = re.compile(
    r"^[#*\s]{0,6}(?:knowledge base|knowledge|faq|help articles|policies|policy)[*\s]{0,4}:?[*\s]{0,4}$", re.I | re.M
)
QUESTION_MARK = re.compile(r"^\s{0,4}(?:Q(?:uestion)?\s?[:.)]|#{1,4}\s|[-*]\s(?=[^:\n]{3,120}:))\s{0,4}", re.M)
# Every repetition is bounded, so that a hostile text cannot make a search quadratic.
ORDER = re.compile(
    r"\b(?:order|invoice|ticket|case|booking|reference)(?:\s(?:number|no\.?|id))?\s?[:#]?\s?#?([A-Z0-9][A-Z0-9-]{2,20}\d)\b", re.I
)
MONEY = re.compile(r"[$€£]\s?\d[\d,.]{0,12}\d|[$€£]\s?\d|\d[\d,.]{0,12}\s?(?:EUR|USD|GBP|euros?|dollars?|pounds?)\b")
EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
SIGNED = re.compile(
    r"(?:regards|thanks|thank you|cheers|sincerely|best),?\s{0,3}\n\s{0,3}([A-Z][a-z]{1,20})\b|\bmy name is ([A-Z][a-z]{1,20})\b", re.I
)


@dataclass(frozen=True)
class Intent:
    """One kind of request: its typical wording, what to do, what to ask for."""

    name: str
    pattern: str
    acknowledge: str
    steps: tuple[str, ...]
    needs: tuple[str, ...] = ("order",)


INTENTS = [
    Intent(
        "Safety incident",
        r"injur\w{0,4}|burn(?:t|ed)\b|electric shock|allerg\w{0,4}|caught fire|smok(?:e|ing)\b|hospital",
        "I am very sorry to read this. Your safety comes first.",
        (
            "Please stop using the product and keep it away from others.",
            "If you are hurt, please see a doctor; in an emergency call your local emergency number.",
            "Please keep the product and its packaging; the person responsible for product safety will contact you.",
        ),
        ("order",),
    ),
    Intent(
        "Account security",
        r"hack\w{0,3}|unauthori[sz]ed|someone (?:else )?(?:logged|used|changed)|phishing|stolen|not me|fraud\w{0,5}",
        "Thank you for telling us at once; we take the safety of your account seriously.",
        (
            "Please change your password and sign out of all devices.",
            "Please check that your e-mail address and payment details are still yours.",
            "Our security team will look at recent activity and write to you.",
        ),
        ("email",),
    ),
    Intent(
        "Double or wrong charge",
        r"charged (?:me )?(?:twice|again|two times|double)|double.?charg\w{0,3}|overcharg\w{0,3}|wrong amount|did ?n.t authori[sz]e",
        "I am sorry about the charge you did not expect.",
        (
            "We compare the charges on your statement with our records.",
            "A second charge that is only reserved is released by your bank by itself; a real one we refund.",
            "You will hear from us by [time your team commits to].",
        ),
        ("order", "amount"),
    ),
    Intent(
        "Refund or return",
        r"refund\w{0,3}|money back|return(?:s|ed|ing)?\b|reimburs\w{0,5}|send (?:it|them) back",
        "I am sorry that this was not what you hoped for.",
        (
            "Please tell us whether you would like a refund or a replacement.",
            "We check your order against our return terms: [your return period].",
            "Once approved, the money goes back the way you paid.",
        ),
        ("order",),
    ),
    Intent(
        "Delivery",
        r"deliver\w{0,3}|shipp\w{0,4}|parcel|package|tracking|courier|has ?n.t arrived|not arrived|where is my order|late\b",
        "I understand that waiting for a parcel without news is frustrating.",
        (
            "We look up the tracking status with the carrier.",
            "Please check the delivery address and ask a neighbor, in case it was left there.",
            "If it is lost, we send a replacement or refund it, as you prefer: [your terms].",
        ),
        ("order",),
    ),
    Intent(
        "Damaged or wrong item",
        r"broken|damaged|defective|cracked|wrong (?:item|size|colou?r|product)|missing (?:part|item)s?|does ?n.t fit|faulty",
        "I am sorry that your item did not arrive as it should have.",
        (
            "Please send us a photo of the item and its packaging.",
            "Keep the packaging until this is settled.",
            "We then offer a replacement or a refund: [your terms].",
        ),
        ("order",),
    ),
    Intent(
        "Sign-in or password",
        r"log ?in|sign ?in|password|locked out|reset link|two.?factor|2fa|verification code|can.?t access",
        "I am sorry that you cannot get into your account.",
        (
            "Use 'Forgot password' on the sign-in page and look in your spam folder for the e-mail.",
            "Make sure you use the address you registered with.",
            "If no e-mail comes within 15 minutes, tell us and we check the account.",
        ),
        ("email",),
    ),
    Intent(
        "Cancellation",
        r"cancel\w{0,7}|unsubscribe|end my (?:subscription|plan|contract)|stop (?:my|the) (?:subscription|renewal)",
        "I am sorry to see you go, and will make this easy.",
        (
            "We confirm the date on which the subscription ends: [date by your terms].",
            "You keep access until then.",
            "You receive a written confirmation.",
        ),
        ("email",),
    ),
    Intent(
        "Data and privacy",
        r"gdpr|delete my (?:data|account)|personal data|privacy|what data",
        "Thank you for your request about your data.",
        (
            "We confirm your identity first, to protect you.",
            "The request goes to the person responsible for data protection.",
            "We answer within the time the law sets.",
        ),
        ("email",),
    ),
    Intent(
        "Technical problem",
        r"error|crash\w{0,3}|bug\b|does ?n.t work|not working|stopped working|broken link|freez\w{0,3}|won.?t (?:load|open|start)|blank (?:page|screen)",
        "I am sorry that this is not working as it should.",
        (
            "Please restart the app or browser and try again, once with another browser or network.",
            "Tell us the exact error text, your device and the app version.",
            "With that we can reproduce it and fix it.",
        ),
        ("device",),
    ),
    Intent(
        "Bill or invoice",
        r"invoice|receipt|billing|vat number|payment method|credit card|bill\b",
        "Thank you for your question about your bill.",
        ("We look up the invoice in question.", "You can change payment and billing details in your account settings: [link]."),
        ("order",),
    ),
    Intent(
        "Praise",
        r"great (?:service|job|product)|love (?:it|your|the)|thank you so much|excellent|amazing|wonderful",
        "Thank you, this made our day.",
        ("We pass it on to the team.",),
        (),
    ),
    Intent(
        "General question",
        r"(?!)",
        "Thank you for writing to us.",
        ("We have noted your question and look into it.", "If you can, add details that help us answer at once."),
        (),
    ),
]
FIRST = ("Safety incident", "Account security", "Double or wrong charge")  # even if the message also mentions other topics
COMPILED = [(intent, re.compile(rf"\b(?:{intent.pattern})", re.I)) for intent in INTENTS]
ESCALATE = [
    (
        "Safety: someone may be hurt",
        r"injur\w{0,4}|burn(?:t|ed|s)\b|electric shock|allerg\w{0,4}|caught fire|smoke|hospital|hurt (?:my|him|her|them)self|suicid\w{0,3}",
    ),
    ("Legal threat", r"lawyer|solicitor|attorney|\bsue\b|legal action|small claims|consumer (?:protection|authority)|court\b"),
    ("Possible fraud or account takeover", r"hack\w{0,3}|unauthori[sz]ed|stolen|fraud\w{0,5}|phishing"),
    ("Payment dispute", r"chargeback|dispute (?:the|this) (?:charge|payment)"),
    ("Data protection request", r"gdpr|delete my (?:data|account)|data breach"),
    ("Publicity", r"journalist|newspaper|press\b|social media|twitter|trustpilot|bad review"),
    (
        "Repeated contact without a solution",
        r"(?:second|third|fourth|fifth|\d(?:nd|rd|th)) (?:time|e-?mail|message|ticket)|still (?:no|not|nothing|waiting)|no(?:body| one) (?:answers|replied|responds)|again and again",
    ),
    ("Asks for a person in charge", r"manager|supervisor|human\b|real person"),
]
URGENT = re.compile(r"\b(?:urgent\w{0,2}|asap|immediately|right now|today|emergency|deadline|tomorrow|at once)\b", re.I)
NEGATIVE = re.compile(
    r"\b(?:angry|furious|terrible|awful|worst|horrible|unacceptable|disappoint\w{0,4}|frustrat\w{0,4}|ridiculous|useless|never again|scam|annoy\w{0,3}|upset|bad|fed up)\b",
    re.I,
)
POSITIVE = re.compile(r"\b(?:great|love|excellent|amazing|wonderful|happy|perfect|appreciate|pleased|fantastic)\b", re.I)
NEEDS = {
    "order": "the order or invoice number",
    "email": "the e-mail address of the account",
    "amount": "the amount and date of the charge",
    "device": "the device and app version",
}


@dataclass(frozen=True)
class Entry:
    title: str
    body: str
    stems: frozenset[str]


@dataclass
class Case:
    text: str
    intents: list[tuple[Intent, int]]
    escalations: list[str]
    sentiment: str
    urgency: str
    known: dict[str, str]
    name: str


def stems_of(text: str) -> list[str]:
    words = re.findall(r"[^\W_]+", text.lower())
    return [re.sub(r"(?:ing|ies|ed|es|s)$", "", w) if len(w) > 5 else w.rstrip("s") for w in words if len(w) > 2 and w not in STOPWORDS]


def split_message(message: str) -> tuple[str, str]:
    """Returns the customer's words, and the knowledge base below its own heading."""
    head = KNOWLEDGE_HEAD.search(message)
    if head is None:
        return message, ""
    before, after = message[: head.start()], message[head.end() :]
    customer = re.search(r"^[#*\s]{0,6}customer(?: message)?[*\s]{0,4}:", after, re.I | re.M)
    if not before.strip() and customer:
        return after[customer.end() :], after[: customer.start()]
    return re.sub(r"^[#*\s]{0,6}customer(?: message)?[*\s]{0,4}:", "", before, flags=re.I), after


def read_knowledge(text: str) -> list[Entry]:
    """Splits at 'Q:', a heading or '- topic:'; otherwise each paragraph is an entry."""
    starts = [m.start() for m in QUESTION_MARK.finditer(text)][:MAX_ENTRIES]
    blocks = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)] if starts else re.split(r"\n[ \t]{0,20}\n", text)
    entries = []
    for block in blocks[:MAX_ENTRIES]:
        clean = QUESTION_MARK.sub("", block.strip(), count=1)
        title, _, body = clean.partition("\n") if "\n" in clean else clean.partition(": ")
        body = re.sub(r"^\s{0,4}A(?:nswer)?\s?[:.)]\s{0,4}", "", body).strip() or title
        if body:
            entries.append(Entry(title.strip(" :*#")[:160], " ".join(body.split())[:1_200], frozenset(stems_of(block[:4_000]))))
    return entries


def search(entries: list[Entry], text: str) -> list[tuple[Entry, float]]:
    """Returns the two entries that share the rarest words with the question. Words of the title count double."""
    frequency = Counter(stem for entry in entries for stem in entry.stems)
    asked = list(dict.fromkeys(stems_of(text)))
    scored = []
    for entry in entries:
        title = set(stems_of(entry.title))
        weight = sum(math.log1p(len(entries) / frequency[s]) * (2 if s in title else 1) for s in asked if s in entry.stems)
        scored.append((entry, weight / (1 + 0.1 * math.log1p(len(entry.stems)))))
    scored.sort(key=lambda pair: -pair[1])
    return [pair for pair in scored[:2] if pair[1] >= 1.2 and pair[1] >= 0.5 * scored[0][1]]


def understand(text: str) -> Case:
    intents = [(intent, len(pattern.findall(text[:20_000]))) for intent, pattern in COMPILED]
    found = sorted((pair for pair in intents if pair[1]), key=lambda pair: -pair[1])[:3] or [(INTENTS[-1], 0)]
    found.sort(key=lambda pair: INTENTS.index(pair[0]) if pair[0].name in FIRST else len(INTENTS))
    escalations = [reason for reason, pattern in ESCALATE if re.search(rf"\b(?:{pattern})", text[:20_000], re.I)]
    bad, good = len(NEGATIVE.findall(text)) + min(2, text.count("!!")), len(POSITIVE.findall(text))
    sentiment = "very negative" if bad >= 3 else "negative" if bad > good else "positive" if good > bad else "neutral"
    grave = any(reason.startswith(("Safety", "Possible fraud")) for reason in escalations)
    points = len(escalations) + bool(URGENT.search(text)) * 2 + (bad >= 2)
    known = {"order": ORDER.search(text), "email": EMAIL.search(text), "amount": MONEY.search(text)}
    values = {key: (m[1] if key == "order" else m[0]) for key, m in known.items() if m}
    signed = SIGNED.search(text)
    name = (signed[1] or signed[2]).capitalize() if signed else ""
    return Case(
        text,
        found,
        escalations,
        sentiment,
        "critical" if grave else "high" if points >= 2 else "normal" if points or bad else "low",
        values,
        name,
    )


def draft(case: Case, answers: list[tuple[Entry, float]], tone: str) -> str:
    main = case.intents[0][0]
    greeting = {"friendly": f"Hi {case.name}," if case.name else "Hi,", "formal": f"Dear {case.name}," if case.name else "Dear customer,"}
    lines = [greeting.get(tone, greeting["friendly"]), main.acknowledge]
    if case.sentiment.endswith("negative") and "sorry" not in main.acknowledge:
        lines.append("I am sorry for the trouble this has caused you.")
    if answers:
        lines += [entry.body for entry, _ in answers]
    else:
        lines.append("\n".join(f"{i}. {step}" for i, step in enumerate(main.steps, 1)))
    missing = [NEEDS[need] for need in main.needs if need not in case.known]
    if missing:
        lines.append(f"So that I can help you faster, please send me {' and '.join(missing)}.")
    if case.escalations:
        lines.append("I have passed your message to a colleague who can decide on it.")
    lines.append("Kind regards,\n[your name]" if tone == "formal" else "Best wishes,\n[your name]")
    return "\n\n".join(lines)


def worded_by_model(reply: str, case: Case) -> tuple[str, str]:
    """Returns the model's wording if it adds no number, link or address; else the draft, and the reason."""
    model = stoa.model("default")
    if not model.is_language_model():
        return reply, "This server offers no language model: the reply is composed from templates."
    prompt = f"Rewrite this support reply in warm, clear words. Keep every fact and every [placeholder]; add none.\n\nCustomer: {case.text[:2_000]}\n\nReply:\n{reply}"
    try:
        text = model.complete(prompt, max_tokens=400).strip()
    except stoa.ModelError as error:  # the draft is sent if the model fails for any reason
        return reply, f"The language model gave no answer ({error}): the reply is composed from templates."
    facts = re.compile(r"\d+|https?://\S{1,200}|[\w.+-]{1,64}@[\w.-]{1,100}|\[[^\]\n]{1,60}\]")
    sound = set(facts.findall(reply)) == set(facts.findall(text)) and 0.5 * len(reply) < len(text) < 2 * len(reply)
    if sound:
        return text, "The reply was worded by the language model from the draft, whose facts it keeps."
    return reply, "The language model changed a fact of the draft, so its wording was not used."


def quote(text: str) -> str:
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())[:120]


@stoa.agent(
    name="Customer Support Bot",
    description="Sorts a customer message by intent, urgency and mood, drafts the reply from your knowledge base, and says when to escalate.",
    features=["Intent, urgency and mood", "Reply drafted from your own articles", "Escalation rules", "Says what is missing"],
    use_cases=["Draft first replies in a help desk", "Sort an inbox by urgency"],
    tags=["support", "help desk", "triage", "reply"],
    models=["default"],
    examples=[
        {
            "message": "Hello, I was charged twice for order #AB-20417, $49.90 each time. This is the second time I write and I am really frustrated. "
            "Please fix it today or I will open a chargeback.\nThanks,\nMaria\n\nKnowledge base:\n"
            "Q: I was charged twice. What happens now?\nA: A second charge is usually a reservation that your bank releases within 5 working days. "
            "If it was booked, we refund it in full within 3 working days of your message.\n"
            "Q: How do I return an item?\nA: Send it back within 30 days in its original packaging with the label from your account page.\n"
            "Q: Where is my order?\nA: The tracking link is in your shipping e-mail. Standard delivery takes 2 to 4 working days."
        }
    ],
)
def run(message: str, tone: Literal["friendly", "formal"] = "friendly", wording: Literal["model", "template"] = "model") -> str:
    """Handle one customer message.

    Args:
        message: What the customer wrote; below it, under a line "Knowledge base:", your help articles as Q: and A: or headings.
        tone: How the reply sounds.
        wording: The drafted reply, rephrased by the server's default model without new facts, or as composed here.
    """
    text, knowledge = split_message(message[:MAX_CHARACTERS])
    if not text.strip():
        return "## No customer message\n\nPaste what the customer wrote. Add your articles under a line `Knowledge base:` to have them quoted in the reply."
    case, entries = understand(text.strip()), read_knowledge(knowledge)
    answers = search(entries, ORDER.sub(" ", text)) if entries else []  # "order 17" does not ask about orders
    reply = draft(case, answers, tone)
    reply, note = worded_by_model(reply, case) if wording == "model" else (reply, "")
    rows = [
        ("Intent", ", ".join(intent.name for intent, _ in case.intents)),
        ("Urgency", case.urgency),
        ("Mood", case.sentiment),
        ("Escalate", "**yes**: " + "; ".join(case.escalations) if case.escalations else "no"),
        *((key.capitalize(), value) for key, value in case.known.items()),
    ]
    parts = [
        "## Triage\n\n| Reading | Value |\n| --- | --- |\n" + "\n".join(f"| {name} | {cell(value)} |" for name, value in rows),
        "## Draft reply\n\n" + quote(reply),
    ]
    if answers:
        parts.append("## Based on\n\n" + "\n".join(f"- **{entry.title}**" for entry, _ in answers))
    elif entries:
        parts.append(
            f"## Based on\n\nNone of the {len(entries)} articles answers this, so the reply follows the general playbook. Consider adding an article."
        )
    else:
        parts.append("## Based on\n\nThe general playbook, because no knowledge base was given. Fill the [placeholders] before you send it.")
    last = "Check that the quoted article still applies" if answers else "Fill the placeholders and check every statement against your terms"
    todo = [*(f"Escalate now: {reason}." for reason in case.escalations), f"{last}, then send the reply."]
    parts.append("## Next steps for your team\n\n" + "\n".join(f"- [ ] {step}" for step in todo))
    return "\n\n".join([*parts, f"*{note}*"] if note else parts)
