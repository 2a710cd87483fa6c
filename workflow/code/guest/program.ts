import { GUEST_BYTES } from "./bytes.ts";
import { GUEST_ITEMS } from "./items.ts";
import { GUEST_LANGUAGE } from "./language.ts";
import { GUEST_WEB } from "./web.ts";

/** The file names in stack traces, which tell the author's lines from ours. */
export const GUEST_FILE = "stoa";

/** Runs the author's function and sends the result to the host as a string. */
const RUN = `
const loopFree = (value, above) => {
  if (value === null || typeof value !== "object") return value;
  if (typeof value.toJSON === "function") return value;
  if (above.includes(value)) return "[Circular Reference]";
  const within = [...above, value];
  return Array.isArray(value) ? value.map((part) => loopFree(part, within)) : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, loopFree(part, within)]));
};
const written = (value) => {
  try { return stringify(value); }
  catch (error) { if (!/circular/.test(String(error?.message))) throw error; return stringify(loopFree(value, [])); }
};
const withFiles = (item) => (item !== null && typeof item === "object" && item.binary !== null && typeof item.binary === "object" ? { ...item, binary: Object.fromEntries(Object.entries(item.binary).map(([name, file]) => [name, untouched(file)])) } : item);
const told = (value) => { const plain = Array.isArray(value) ? value.map(withFiles) : withFiles(value); return { kind: value === null ? "null" : typeof value, text: written(plain) }; };
const words = (error) => {
  if (error === null || typeof error !== "object") return { name: "Error", message: String(error), stack: "" };
  return { name: String(error.name ?? "Error"), message: String(error.message ?? ""), stack: String(error.stack ?? "") };
};
let ended = false;
const end = (text) => { if (!ended) { ended = true; hostEnd(text, stringify(setup.staticData)); } };
const failed = (error) => end(stringify({ error: words(error) }));
const each = async (run, goOn) => {
  const parts = [];
  for (current = 0; current < items().length; current++) {
    try {
      const { kind, text } = told(await apply(run, self, []));
      parts.push('{"kind":' + stringify(kind) + (text === undefined ? "" : ',"value":' + text) + "}");
    } catch (error) {
      parts.push(stringify({ error: words(error) }));
      if (!goOn) break;
    }
  }
  return "[" + parts.join(",") + "]";
};
const start = (text, run) => {
  setup = parse(text);
  begin();
  const made = setup.mode === "each" ? each(run, setup.goOn).then((list) => '{"each":' + list + "}")
    : apply(run, self, []).then((value) => { const { kind, text } = told(value); return '{"kind":' + stringify(kind) + (text === undefined ? "" : ',"value":' + text) + "}"; });
  made.then(end).catch(failed);
};
return { start, settle };
`;

/**
 * A function that takes the host's functions, sets up the sandbox's globals, and returns the two functions that the
 * host calls.
 */
export const GUEST_PROGRAM = `(function (host, hostBytes, hostText, hostFile, hostLater, hostEnd) {
"use strict";
const { stringify, parse } = JSON;
const { apply } = Reflect;
const evaluate = globalThis.eval;
const define = (names) => { for (const [name, value] of Object.entries(names)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false }); };
define({ global: globalThis });
${GUEST_BYTES}${GUEST_LANGUAGE}${GUEST_WEB}${GUEST_ITEMS}${RUN}
})`;
