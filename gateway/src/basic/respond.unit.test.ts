import { describe, expect, it } from "vitest";
import { parseChatRequest } from "../chat-request.ts";
import { INTRODUCTION, respond } from "./respond.ts";

const REEF = [
  "The Great Barrier Reef is the world's largest coral reef system, composed of over 2,900 individual reefs.",
  "It stretches for over 2,300 kilometres along the coast of Queensland, Australia.",
  "The reef can be seen from outer space and is the world's biggest single structure made by living organisms.",
  "It was selected as a World Heritage Site in 1981.",
  "A large part of the reef is protected by the Great Barrier Reef Marine Park, which helps to limit fishing.",
  "According to a study published in October 2012, the reef has lost more than half its coral cover since 1985.",
  "Dr. Jane Miller of the Marine Institute said on 14 March 2020 that recovery would cost $450 million.",
  "Contact reef@example.org or visit https://reef.example.org/help for more.",
];
const TEXT = REEF.join(" ");
const SUPPORT = `You are the support agent of Acme. Answer politely.

# Returns
You can return any item within 30 days. The item must be unused.
# Shipping
Standard shipping takes 3 to 5 business days. Express shipping takes 1 day and costs $15.
Q: How do I reset my password?
A: Click "Forgot password" on the sign-in page.
Q: Which payment methods do you accept?
A: We accept Visa, Mastercard and PayPal.`;

function say(content: string, system?: string): string {
  const messages = [
    ...(system === undefined ? [] : [{ role: "system", content: system }]),
    { role: "user", content },
  ];
  return respond(parseChatRequest(JSON.stringify({ model: "stoa-basic", messages })));
}

describe("stoa-basic", () => {
  it.each(["Hello", "Hi there!", "good morning"])(
    'answers "%s" with a greeting and introduces itself',
    (greeting) => {
      expect(say(greeting)).toMatch(
        /^Hello\. I am stoa-basic, a deterministic extractive responder, not a language model\./,
      );
    },
  );

  it.each(["What are you?", "Are you GPT-4?", "Which model is this?"])(
    "answers honestly when asked %s",
    (question) => {
      expect(say(question)).toContain(INTRODUCTION);
    },
  );

  it.each([
    ["Translate this to French: good morning", "I cannot translate."],
    ["Write a poem about the sea", "I cannot write new text."],
    ["What is 17 * 23?", "I cannot calculate."],
  ])("says that it does not support this request: %s", (instruction, plain) => {
    expect(say(instruction)).toContain(plain);
  });

  it("says that the conversation contains no text, or that the text contains no answer", () => {
    expect(say("Who won the world cup?")).toContain("this conversation contains none");
    expect(say(`Context: ${TEXT}\n\nQuestion: Who won the football match?`)).toContain(
      "does not say anything about that",
    );
  });
});

describe("a summary", () => {
  it.each([
    [`Summarise the following text in 2 sentences:\n\n${TEXT}`, 2],
    [`${TEXT}\n\nPlease summarize this in one sentence.`, 1],
    [`Summarise: ${TEXT}`, 3],
  ])("has as many sentences as requested, in the text's order", (instruction, count) => {
    const answer = say(instruction);
    const chosen = REEF.filter((sentence) => answer.includes(sentence));
    expect(chosen).toHaveLength(count);
    expect(answer).toBe(chosen.join(" "));
    expect(chosen[0]).toBe(REEF[0]);
  });

  it("uses bullets if the user or the system message requests them", () => {
    const bullets = say(TEXT, "You summarise what the user sends in four bullet points.").split("\n");
    expect(bullets).toHaveLength(4);
    for (const bullet of bullets) expect(REEF.map((sentence) => `- ${sentence}`)).toContain(bullet);
    expect(say(`Give me 4 key points.\n\n${TEXT}`).split("\n")).toEqual(bullets);
  });

  it("stays within a word limit", () => {
    expect(say(`Summarise in 25 words:\n${TEXT}`).split(/\s+/).length).toBeLessThanOrEqual(25);
    expect(say(`Summarise in 5 words:\n${TEXT}`)).toMatch(/^(\S+ ){4}\S+…$/);
  });

  it("contains a repeated sentence only once", () => {
    const answer = say(`Summarise in 3 sentences:\n${TEXT} ${REEF[0]} ${REEF[0]} ${REEF[0]}`);
    expect(answer.split("largest coral reef system")).toHaveLength(2);
  });
});

describe("a question", () => {
  it.each([
    ["When was it selected as a World Heritage Site?", REEF[3]],
    ["How much would recovery cost?", REEF[6]],
    ["How long does it stretch along the coast?", REEF[1]],
  ])("is answered from the text: %s", (question, sentence) => {
    expect(say(`${TEXT}\n\n${question}`)).toBe(sentence);
  });

  it.each([
    ["How do I return an item?", "You can return any item within 30 days. The item must be unused."],
    ["I forgot my password, how can I reset it?", 'Click "Forgot password" on the sign-in page.'],
    ["Do you take PayPal?", "We accept Visa, Mastercard and PayPal."],
    ["What does express shipping cost?", "Express shipping takes 1 day and costs $15."],
  ])("is answered from the facts in the system message: %s", (question, answer) => {
    expect(say(question, SUPPORT)).toBe(answer);
  });

  it("is answered with a sentence that contains the kind of entity that it asks about", () => {
    const bridge =
      "The bridge opening was a great event for the whole town that summer. The bridge opening was on 3 May 1932 after long work.";
    expect(say(`${bridge}\n\nWhen was the bridge opening?`)).toBe(
      "The bridge opening was on 3 May 1932 after long work.",
    );
  });

  it("is answered from a tool's output", () => {
    const call = { id: "c1", type: "function", function: { name: "lookup", arguments: "{}" } };
    const messages = [
      { role: "user", content: "When does the shop close?" },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "The shop opens at 9. The shop closes at 18." },
    ];
    expect(respond(parseChatRequest(JSON.stringify({ model: "default", messages })))).toBe(
      "The shop closes at 18.",
    );
  });
});

describe("an extraction", () => {
  it.each([
    ["Extract all dates from this text", ["October 2012", "14 March 2020"]],
    ["Extract the amounts", ["$450 million"]],
    ["What e-mail addresses are mentioned?", ["reef@example.org"]],
    ["List all links", ["https://reef.example.org/help"]],
    [
      "List the names of all people",
      ["World Heritage Site", "Great Barrier Reef Marine Park", "Dr. Jane Miller", "Marine Institute"],
    ],
  ])("finds what the instruction asks for: %s", (instruction, found) => {
    expect(say(`${instruction}:\n${REEF.slice(1).join(" ")}`)).toBe(
      found.map((item) => `- ${item}`).join("\n"),
    );
  });

  it("lists each requested kind separately, and says which kinds the text does not contain", () => {
    const answer = say(`Extract all dates and phone numbers: ${TEXT}`);
    expect(answer).toBe("The text contains no phone numbers.\n\nDates:\n- October 2012\n- 14 March 2020");
  });
});

describe("a classification", () => {
  it.each([
    [
      "Classify this ticket into one of: billing, technical, shipping, other\n\nI was charged twice on my invoice.",
      "billing",
    ],
    [
      "Classify this ticket into one of: billing, technical, shipping, other\n\nThe app crashes with an error.",
      "technical",
    ],
    ["Classify this ticket into one of: billing, technical, shipping, other\n\nLovely weather.", "other"],
    ["What is the sentiment of this review?\nI love this phone, it's amazing!", "positive"],
    ["Classify the sentiment of this review: The food was not good and the service was slow.", "negative"],
    ["Is this review positive or negative? The delivery was late and the box was broken.", "negative"],
  ])("chooses the right label: %s", (instruction, label) => {
    expect(say(instruction)).toBe(label);
  });
});

describe("other simple instructions", () => {
  it("are followed: count words, list keywords, write a title", () => {
    expect(say("How many words are in this text?\nOne two three four.")).toBe("4");
    expect(say(`Give me 3 keywords for:\n${TEXT}`)).toBe("reef, world, great");
    expect(say(`Suggest a title for this article:\n${TEXT}`)).toMatch(/^The Great Barrier Reef is/);
  });
});

describe("hostile or huge text", () => {
  const texts = [
    "a".repeat(200_000),
    "a.".repeat(100_000),
    "Aa ".repeat(66_000),
    "1,".repeat(100_000),
    "a@".repeat(100_000),
    "12-".repeat(66_000),
    "x\n".repeat(100_000),
    "Aa of ".repeat(33_000),
  ];
  const asks = [
    "Summarise in 3 sentences",
    "Extract all dates, emails, names, amounts, numbers, phone numbers and links",
    "What is a?",
  ];
  it.each(asks)("is answered within 2 seconds: %s", (instruction) => {
    for (const text of texts) {
      const start = performance.now();
      say(`${instruction}:\n${text}`);
      expect(performance.now() - start).toBeLessThan(2_000);
    }
  });

  it("is read only up to 200,000 characters, and the answer says so", () => {
    expect(say(`Summarise in 1 sentence:\n${`${TEXT}\n`.repeat(400)}`)).toContain(
      "(Only the first 200000 characters of the text were read.)",
    );
  });
});

it.each([
  ["empty lines", "\n"],
  ["dots", "."],
  ["words with hyphens", "a-"],
])("a million characters of %s do not block the thread that answers", (_what, part) => {
  const content = `Summarize this text: ${part.repeat(1_000_000 / part.length)}`;
  expect(say(content)).toEqual(expect.any(String));
});
