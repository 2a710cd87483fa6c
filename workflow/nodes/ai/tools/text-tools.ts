import { z } from "zod";
import { calculate } from "../../../ai/calculator.ts";
import { describeToolError, toToolName } from "../../../ai/tools.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";

const ADDRESS = "https://en.wikipedia.org/w/api.php";
const PAGES = 3;
/** The maximum total length of the pages that a model reads. */
const MAX_CHARS = 4_000;
const TIMEOUT_MS = 30_000;
const NOTHING = "No good Wikipedia Search Result was found";

const Found = z.object({
  query: z
    .object({
      pages: z.record(
        z.string(),
        z.object({ title: z.string(), extract: z.string().optional(), index: z.number().optional() }),
      ),
    })
    .optional(),
});

/** Returns the beginnings of the Wikipedia pages that a search finds, best match first. */
async function askWikipedia(context: NodeContext, input: string): Promise<string> {
  const query = new URLSearchParams({
    action: "query",
    format: "json",
    generator: "search",
    gsrsearch: input.slice(0, 300),
    gsrlimit: String(PAGES),
    prop: "extracts",
    exintro: "1",
    explaintext: "1",
    exlimit: String(PAGES),
  });
  const { status, body } = await context.services.http.send({
    method: "GET",
    url: `${ADDRESS}?${query.toString()}`,
    headers: { accept: "application/json", "user-agent": "Stoa" },
    maxRedirects: 2,
    timeoutMs: TIMEOUT_MS,
    signal: context.signal,
  });
  if (status !== 200) throw new Error(`Wikipedia responded with status ${status}. Try again later`);
  const found = Found.parse(JSON.parse(new TextDecoder().decode(body)));
  const pages = Object.values(found.query?.pages ?? {}).sort(
    (one, other) => (one.index ?? 0) - (other.index ?? 0),
  );
  if (pages.length === 0) return NOTHING;
  return pages
    .map(({ title, extract = "" }) => `Page: ${title}\nSummary: ${extract}`)
    .join("\n\n")
    .slice(0, MAX_CHARS);
}

interface TextTool {
  type: string;
  upTo: number;
  /** The tool's name, unless it is named after its node. */
  name: string | undefined;
  description(context: NodeContext, itemIndex: number): string;
  answer(context: NodeContext, input: string): string | Promise<string>;
}

const TOOLS: readonly TextTool[] = [
  {
    type: "toolCalculator",
    upTo: 1,
    name: "calculator",
    description: () =>
      "Evaluates an arithmetic expression. The input is an expression such as (2 + 3) * sqrt(16) / 4.",
    answer(_, input) {
      try {
        return String(calculate(input));
      } catch {
        return "I don't know how to do that.";
      }
    },
  },
  {
    type: "toolThink",
    upTo: 1.1,
    name: undefined,
    description: (context, itemIndex) =>
      context.text("description", itemIndex) ||
      "Use this tool to think about something. It has no side effects and returns no new information; it only records the thought.",
    answer: (_, input) => input,
  },
  {
    type: "toolWikipedia",
    upTo: 1,
    name: "wikipedia-api",
    description: () => "Looks something up in Wikipedia. The input is what to search for.",
    answer: askWikipedia,
  },
];

function createTextTool({ type, upTo, name, description, answer }: TextTool): NodeType {
  return {
    types: [toAiTypeNames(type)],
    versions: versions(1, upTo),
    supplies: {
      ai_tool: (context, itemIndex) => ({
        name: name ?? toToolName(context.node.name),
        description: description(context, itemIndex),
        parameters: { type: "object", properties: { input: { type: "string" } }, required: ["input"] },
        async call(args) {
          const question = args.input ?? args.query ?? "";
          try {
            return await answer(context, typeof question === "string" ? question : JSON.stringify(question));
          } catch (error) {
            return describeToolError(context, error);
          }
        },
      }),
    },
    ...(type === "toolWikipedia" && { needs: () => ({ hosts: ["en.wikipedia.org"] }) }),
  };
}

/** Tools that take a string and return a string. */
export const TEXT_TOOLS: readonly NodeType[] = TOOLS.map(createTextTool);
