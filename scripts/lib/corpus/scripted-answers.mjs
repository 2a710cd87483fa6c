/** The text that the simulated person writes. */
const SAID = "Yes, please go ahead.";

/** @param {{ kind: string; choices: string[] }} field */
function fillField({ kind, choices }) {
  if (kind === "number") return "7";
  if (kind === "date") return "2026-01-15";
  if (kind === "email") return "ada@example.com";
  return choices[0] ?? SAID;
}

/**
 * Returns an answer for a run that waits. It is a call with all fields that the workflow reads, a page with all of its
 * fields filled in, or an approval with its first button.
 * @param {any} asks
 * @param {any} any
 */
function answerQuestion(asks, any) {
  if (asks.kind === "call") return { headers: {}, query: {}, body: any, files: {} };
  const { fields, buttons } = asks.page;
  const entries = fields
    .filter((/** @type {any} */ { kind }) => kind !== "file")
    .map((/** @type {any} */ field) => [field.name, fillField(field)]);
  const [button] = buttons;
  if (button.name !== undefined) entries.push([button.name, button.value]);
  return { headers: {}, query: {}, body: Object.fromEntries(entries), files: {} };
}

/**
 * Returns the response of the gateway's `/answers`.
 * @param {string} path
 * @param {Buffer} body
 * @param {any} any JSON with all fields that the workflow reads
 */
export function createOutsideAnswer(path, body, any) {
  const reply =
    path === "/answers/addresses"
      ? { address: "https://stoa.example/resume/scripted" }
      : { answer: answerQuestion(JSON.parse(body.toString()).asks, any), runEnds: false };
  return { status: 200, type: "application/json", bytes: Buffer.from(JSON.stringify(reply)) };
}
