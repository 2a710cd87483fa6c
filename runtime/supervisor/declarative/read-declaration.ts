import { DeclarativeAgent } from "@stoa/contract/declarative-agent";
import { describeValue } from "@stoa/contract/issue-messages";
import type { InspectionProblem } from "../../protocol/index.ts";
import { toStorableJson } from "../python/json-bounds.ts";
import { findLine } from "./json-place.ts";

type Path = readonly PropertyKey[];
type Issue = { code: string; path: Path; message: string; keys?: string[] };

/**
 * The maximum length of a file, eight times the length of the longest instructions. A longer file is not a declaration
 * and takes seconds to reject.
 */
const MAX_FILE_CHARS = 256 * 1024;

/**
 * The maximum number of values: twice as many as in fifty tools with a hundred fields each. Collecting the errors of
 * this many values takes up to 20 ms.
 */
const MAX_VALUES = 10_000;

/** Returns the number of values in lists and objects. Stops counting at the limit. */
function countValues(root: unknown): number {
  let values = 0;
  const open = [root];
  for (let next = open.pop(); next !== undefined && values <= MAX_VALUES; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const inner: unknown[] = Object.values(next);
    values += inner.length;
    for (const each of inner) if (typeof each === "object" && each !== null) open.push(each);
  }
  return values;
}

/** Formats a path as JavaScript would write it, such as `tools[0].path`. */
function formatPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? String(part) : `${text}.${String(part)}`;
  }, "");
}

/** Returns the path of an issue. For an unknown field, this is the field's own path, not the path of its parent. */
function findPlace({ path, keys }: Issue): Path {
  const [unknown] = keys ?? [];
  return unknown === undefined ? path : [...path, unknown];
}

function explainIssue(issue: Issue): string {
  return issue.code === "unrecognized_keys" ? "is not a field of this format" : issue.message;
}

function toProblem(source: string, issue: Issue): InspectionProblem {
  const place = findPlace(issue);
  const line = findLine(source, place);
  const field = place.length === 0 ? "The file" : `field "${formatPath(place)}"`;
  return { message: `${field}: ${explainIssue(issue)}`, ...(line !== undefined && { line }) };
}

function parseFile(source: string): { value: unknown } | { problem: InspectionProblem } {
  if (source.length > MAX_FILE_CHARS)
    return { problem: { message: `A declarative agent can have at most ${MAX_FILE_CHARS} characters` } };
  try {
    const value = toStorableJson(JSON.parse(source));
    if (countValues(value) > MAX_VALUES)
      return {
        problem: { message: `A declarative agent can have at most ${MAX_VALUES} fields and list entries` },
      };
    return { value };
  } catch (error) {
    const why = error instanceof SyntaxError ? "is not valid JSON" : "is nested too deeply";
    return { problem: { message: `The file ${why}` } };
  }
}

/** Returns the agent that a file declares, or the first problem with its location. */
export function readDeclaration(
  source: string,
): { agent: DeclarativeAgent } | { problem: InspectionProblem } {
  const json = parseFile(source);
  if ("problem" in json) return json;
  const read = DeclarativeAgent.safeParse(json.value, { error: describeValue });
  if (read.success) return { agent: read.data };
  const [issue] = read.error.issues;
  return {
    problem: issue
      ? toProblem(source, issue)
      : { message: "The file does not match the format of declarative agents" },
  };
}
