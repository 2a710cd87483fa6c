import { readFileSync } from "node:fs";
import { resolveFromRoot } from "../root.mjs";
import { isKind, SAMPLE_FILES } from "./sample-files.mjs";

/**
 * The response of a service or a model to one workflow. `asked` is a pattern of the request's method and URL,
 * `prompt` a pattern of the model's whole prompt.
 * @typedef {{ asked: string; json?: unknown; text?: string; type?: string; file?: string }} ServiceWords
 * @typedef {{ prompt: string; says: unknown }} ModelWords
 * @typedef {{ reason: string; input?: object; answers?: (ServiceWords | ModelWords)[] }} Written
 */

/** @type {Record<string, Written>} */
const WRITTEN = JSON.parse(readFileSync(resolveFromRoot("scripts", "workflow-answers.json"), "utf8"));

/** @param {unknown} value */
const toText = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** @param {ServiceWords} words */
function toAnswer({ json, text, type = "text/plain", file }) {
  if (file !== undefined && isKind(file)) return SAMPLE_FILES[file];
  return json === undefined
    ? { type, bytes: Buffer.from(text ?? "") }
    : { type: "application/json", bytes: Buffer.from(JSON.stringify(json)) };
}

/**
 * Reads the input and the answers that a person wrote for a workflow whose services must return particular data.
 * @param {string} file the workflow's file name
 */
export function readWrittenAnswers(file) {
  const { input = {}, answers = [] } = WRITTEN[file] ?? {};
  return {
    input,
    /** @param {string} method @param {string} address */
    service(method, address) {
      const match = answers.find(
        (answer) => "asked" in answer && new RegExp(answer.asked).test(`${method} ${address}`),
      );
      return match && "asked" in match ? toAnswer(match) : undefined;
    },
    /** @param {string} prompt */
    model(prompt) {
      const match = answers.find((answer) => "prompt" in answer && new RegExp(answer.prompt).test(prompt));
      return match && "says" in match ? toText(match.says) : undefined;
    },
  };
}

/** @typedef {ReturnType<typeof readWrittenAnswers>} WrittenWords */
