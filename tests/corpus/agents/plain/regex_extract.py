import re

EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+")
PHONE = re.compile(r"\+?\d[\d -]{7,}\d")


def extract_contacts(text):
    return {"emails": EMAIL.findall(text), "phones": PHONE.findall(text)}
