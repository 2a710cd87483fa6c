import type { Upload } from "./actor.ts";
import { DELIVERY_DESK } from "./delivery-desk.ts";
import { WEEK_MENU } from "./week-menu.ts";

/** An agent that sorts requests with a model. The screens show two versions of it. */
export const REQUEST_SORTER: Upload = {
  name: "Request Sorter",
  description: "Sorts a list of requests by team and urgency, and summarizes them.",
  documentation:
    "Paste your requests, one per line. Each is sorted by the team that answers it and by its urgency. A summary of two sentences follows the table.\n\n## Limits\n\n- The agent reads up to 30 requests, and up to 2,000 characters of each.\n- A request that could not be sorted is listed under *other*.",
  category: "customer-service",
  price_per_token: "0.000003",
  path: "templates/stoa-model-agent.py",
};

/** An agent without code: instructions and an output schema. */
export const INVITATION_READER: Upload = {
  name: "Invitation Reader",
  description:
    "Reads an invitation and returns its date, place and price, and what to bring, as data for a calendar.",
  documentation:
    "Paste an invitation as text. You get its title, date, place and price word for word, and notes on what to bring and what to answer, as data with fixed fields.",
  category: "automation",
  price_per_token: "0.000001",
  path: "templates/declarative-form.json",
};

/** An agent that remembers its callers' progress, and how often each word was practiced. */
export const VOCABULARY_COACH: Upload = {
  name: "Vocabulary Coach",
  description: "Practices Italian words with you, and remembers which ones you already know.",
  documentation:
    "Send a word that you have learned. The coach remembers it until your next run, and tells you how many words you know by now.",
  category: "education",
  price_per_token: "0.000001",
  path: "vocabulary-coach.py",
  source: `import stoa


@stoa.agent(examples=[{"message": "gatto"}])
def run(message: str) -> str:
    """Remembers a word.

    Args:
        message: the word that you have learned
    """
    words = stoa.memory.update("known words", lambda known: sorted({*known, message}), default=[])
    stoa.memory.set("last word", message)
    stoa.memory.set("streak in days", 3, ttl=86400)
    stoa.memory.shared.update("times practiced", lambda counts: {**counts, message: counts.get(message, 0) + 1}, default={})
    return f"You know {len(words)} words: {', '.join(words)}"
`,
};

/** An agent that reads its developer's keys. */
export const NEWS_SEARCH: Upload = {
  name: "News Search",
  description: "Finds this week's news on a subject and lists it with its sources.",
  documentation:
    "Send a subject. You get this week's news about it, each item with its source and date, the most cited first.",
  category: "research",
  price_per_token: "0.000002",
  path: "news-search.py",
  source: `import os

TAVILY_API_KEY = os.environ["TAVILY_API_KEY"]
TOKEN = os.environ["NEWS_TOKEN"]


def run(message: str) -> str:
    return f"News on {message}"
`,
};

/** An agent that declares its own packages. */
export const INVOICE_READER: Upload = {
  name: "Invoice Lines",
  description: "Reads the lines of an invoice and adds them up by tax rate.",
  documentation:
    "Paste an invoice as text. You get its lines, each with its amount and tax rate, and the totals.\n\n## Limits\n\n- The agent reads up to 200 lines.",
  category: "finance",
  price_per_token: "0.000001",
  path: "invoice-lines.py",
  source: `# /// script
# requires-python = ">=3.10"
# dependencies = [
#     "money-words>=1.2",
#     "table-lines",
# ]
# ///
import money_words
import table_lines


def run(message: str) -> str:
    return f"{message} ({money_words.VERSION}, {table_lines.VERSION})"
`,
};

/** The packages that INVOICE_READER declares, and a package on which these depend. */
export const INVOICE_PACKAGES = [
  { name: "money-words", version: "1.4.2", publishedAt: "2026-03-18T09:00:00Z", requires: ["number-forms"] },
  { name: "number-forms", version: "3.0.1", publishedAt: "2025-11-02T09:00:00Z" },
  { name: "table-lines", version: "0.9.0", publishedAt: "2026-06-30T09:00:00Z" },
];

/** An n8n export. */
export const DRAWN_DESK: Upload = {
  name: "Delivery Desk",
  description: "Sorts deliveries by urgency and writes to the driver.",
  documentation:
    "Send the deliveries, one per line. Urgent ones come first, and a model writes the driver's instructions for today.",
  category: "automation",
  price_per_token: "0.000001",
  path: "delivery-desk.json",
  source: DELIVERY_DESK,
};

/** An n8n export whose servers the callers choose. */
export const OPEN_MENU: Upload = {
  name: "Week Menu",
  description: "Chooses recipes from your collection for the week and orders the missing ingredients.",
  documentation:
    "Connect the server with your recipes, and the shop where you order. You get a list of what was ordered.",
  category: "automation",
  price_per_token: "0.000001",
  path: "week-menu.json",
  source: WEEK_MENU,
};

/** An agent that uses its callers' GitHub connectors. */
export const WAITING_ISSUES: Upload = {
  name: "Waiting Issues",
  description: "Lists the open issues of a GitHub repository that have waited longest.",
  documentation:
    "Name an account and a repository that your GitHub connector can read. You get its open issues that have waited for 14 days or more, the oldest first. The agent changes nothing.",
  category: "automation",
  price_per_token: "0.000002",
  path: "templates/stoa-connector-agent.py",
};

/** An agent that sends requests to hosts, and to a model with its developer's own key. */
export const TRAVEL_WEATHER: Upload = {
  name: "Travel Weather",
  description: "Tells you what to pack for a trip, based on the forecast for each place.",
  documentation:
    "List the places on your trip, one per line. The forecasts come from Open-Meteo, and a model hosted by Groq suggests what to pack.",
  category: "automation",
  price_per_token: "0.000002",
  path: "travel_weather.py",
  source: `import json, urllib.request
import stoa
from openai import OpenAI

client = OpenAI(base_url="https://api.groq.com/openai/v1", api_key="unset")


@stoa.agent(hosts=["api.open-meteo.com", "geocoding-api.open-meteo.com", "*.wikipedia.org", "api.groq.com"])
def run(message: str) -> str:
    with urllib.request.urlopen("https://geocoding-api.open-meteo.com/v1/search?name=" + message) as found:
        place = json.load(found)["results"][0]
    answer = client.chat.completions.create(
        model="llama-3.3-70b-versatile", messages=[{"role": "user", "content": str(place)}]
    )
    return answer.choices[0].message.content
`,
};

/** An n8n export that sends requests to hosts. */
export const EXCHANGE_RATES: Upload = {
  name: "Exchange Rates",
  description: "Converts an amount between currencies at the rates of the European Central Bank.",
  documentation:
    "Send an amount with its currency, and the currency that you want. You get the amount at today's rate.",
  category: "finance",
  price_per_token: "0.000001",
  path: "exchange-rates.json",
  source: JSON.stringify({
    name: "Exchange Rates",
    nodes: [
      {
        name: "Start",
        type: "n8n-nodes-base.manualTrigger",
        typeVersion: 1,
        position: [0, 0],
        parameters: {},
      },
      {
        name: "Rates",
        type: "n8n-nodes-base.httpRequest",
        typeVersion: 4.2,
        position: [220, 0],
        parameters: { url: "https://api.frankfurter.dev/v1/latest" },
      },
    ],
    connections: { Start: { main: [[{ node: "Rates", type: "main", index: 0 }]] } },
    settings: { executionOrder: "v1" },
  }),
};

/** An agent that opens the URLs that its callers send. */
export const LINK_READER: Upload = {
  name: "Link Reader",
  description: "Opens a page and returns its title and its main points.",
  documentation: "Send the URL of a page. You get its title, its date and its main points, word for word.",
  category: "research",
  price_per_token: "0.000001",
  path: "link_reader.py",
  source: `import re, urllib.request
import stoa


@stoa.agent(hosts=["*"], examples=[{"message": "https://example.com"}])
def run(message: str) -> str:
    with urllib.request.urlopen(message) as page:
        return re.search("<title>(.*?)</title>", page.read().decode()).group(1)
`,
};

/** Agents built with a framework, whose packages they need. */
export const FRAMEWORK_AGENTS: readonly Upload[] = [
  {
    name: "Reply Drafter",
    description:
      "Drafts a reply to a customer from your notes, and checks that every figure in it comes from them.",
    documentation:
      "Enter the customer's question and your notes. The reply is drafted from the notes alone. A draft with a figure that is not in the notes is written again, up to three times. After that, the agent asks for a person.",
    category: "customer-service",
    price_per_token: "0.000004",
    path: "templates/langgraph-agent.py",
  },
  {
    name: "Notice Board Editor",
    description: "A writer and an editor shorten an announcement until it fits a notice board.",
    documentation:
      "Paste an announcement of any length. A writer shortens it to two sentences. An editor counts the words and sends it back until there are at most 60.",
    category: "content",
    price_per_token: "0.000002",
    path: "templates/autogen-team.py",
  },
];
