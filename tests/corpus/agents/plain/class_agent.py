class GreetingAgent:
    """A friendly agent."""

    def __init__(self):
        self.greetings = {"en": "Hello", "de": "Hallo", "fr": "Bonjour"}

    def run(self, message: str, language: str = "en") -> str:
        greeting = self.greetings.get(language, "Hello")
        return f"{greeting}, {message}!"


agent = GreetingAgent()
