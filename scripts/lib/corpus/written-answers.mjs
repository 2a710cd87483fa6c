import { readFileSync } from "node:fs";
import { inRoot } from "../root.mjs";
import { isKind, SAMPLE_FILES } from "./sample-files.mjs";

/**
 * What a service, asked at an address, or a model, asked by a prompt, gives to one workflow. `asked` is a pattern of the
 * method and address, `prompt` one of all that the model is told.
 * @typedef {{ asked: string; json?: unknown; text?: string; type?: string; file?: string }} ServiceWords
 * @typedef {{ prompt: string; says: unknown }} ModelWords
 * @typedef {{ reason: string; input?: object; answers?: (ServiceWords | ModelWords)[] }} Written
 */

/** @type {Record<string, Written>} */
const WRITTEN = JSON.parse(readFileSync(inRoot("scripts", "workflow-answers.json"), "utf8"));

/** @param {unknown} value */
const asText = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** @param {ServiceWords} words */
function answerOf({ json, text, type = "text/plain", file }) {
  if (file !== undefined && isKind(file)) return SAMPLE_FILES[file];
  return json === undefined
    ? { type, bytes: Buffer.from(text ?? "") }
    : { type: "application/json", bytes: Buffer.from(JSON.stringify(json)) };
}

/**
 * The input and the answers that a person wrote for a workflow whose services answer something particular.
 * @param {string} file the workflow's file name
 */
export function writtenFor(file) {
  const { input = {}, answers = [] } = WRITTEN[file] ?? {};
  return {
    input,
    /** @param {string} method @param {string} address */
    service(method, address) {
      const words = answers.find(
        (answer) => "asked" in answer && new RegExp(answer.asked).test(`${method} ${address}`),
      );
      return words && "asked" in words ? answerOf(words) : undefined;
    },
    /** @param {string} prompt */
    model(prompt) {
      const words = answers.find((answer) => "prompt" in answer && new RegExp(answer.prompt).test(prompt));
      return words && "says" in words ? asText(words.says) : undefined;
    },
  };
}

/** @typedef {ReturnType<typeof writtenFor>} WrittenWords */
