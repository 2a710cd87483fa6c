import * as z from "zod";
import { normalizeHost } from "./agent-hosts.ts";
import { isApiHost } from "./api-host.ts";
import { findConnectorPathProblem } from "./connector-uses.ts";
import { findNameProblem } from "./secret-names.ts";

/** The maximum number of tools that a file can name. Providers accept up to 128 tools in total. */
const ALLOWED_TOOLS_MAX = 64;

const SecretName = z.string().superRefine((name, context) => {
  const problem = findNameProblem(name);
  if (problem !== undefined) context.addIssue({ code: "custom", message: problem.replace(/\.$/, "") });
});

/** Headers that belong to the connection or to the protocol. */
const NOT_FOR_CREDENTIALS =
  /^(?:accept.*|content-.*|connection|cookie|expect|host|keep-alive|last-event-id|mcp-.*|origin|proxy-.*|referer|te|trailer|transfer-encoding|upgrade|via)$/i;

const Credential = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      type: z.literal("secret"),
      name: SecretName.meta({ description: "Name of one of the agent's secrets" }),
      header: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,64}$/, "must be the name of a header, such as X-API-Key")
        .refine(
          (name) => !NOT_FOR_CREDENTIALS.test(name),
          "is a header of the connection. Use another header",
        )
        .default("Authorization")
        .meta({
          description: "Header that contains the secret. In Authorization, it is sent as a bearer token",
        }),
    }),
    z.strictObject({ type: z.literal("connector") }),
  ],
  { error: 'must be "secret" (a secret of the agent) or "connector" (a connector of the caller)' },
);

/** A tool entry that offers the tools of an MCP server to the model. */
export const McpTool = z
  .strictObject({
    type: z.literal("mcp"),
    $comment: z.string().max(2_000).optional(),
    name: z
      .string()
      // The names of models' tools have at most 64 characters, of which 40 remain for the server's own name.
      .regex(/^[A-Za-z0-9_-]{1,23}$/, "must have at most 23 letters, digits, _ and -")
      .meta({ description: "Precedes the names of the server's tools: docs and search become docs_search" }),
    url: z.string().max(1_000).meta({
      description: "URL of the server, which speaks MCP over streamable HTTP or server-sent events",
    }),
    allowed_tools: z
      .array(z.string().min(1).max(128))
      .min(1)
      .max(ALLOWED_TOOLS_MAX)
      .optional()
      .meta({ description: "Names of the tools that the model gets. Default: all tools of the server" }),
    credential: Credential.optional().meta({
      description:
        "What the server needs to know its client: one of the agent's secrets, or the caller's connector",
    }),
  })
  .meta({ id: "McpTool" });
export type McpTool = z.infer<typeof McpTool>;

/** Returns the host of an MCP server, as it is declared: with its port if that is not 443. */
export function getMcpHost({ url }: Pick<McpTool, "url">): string {
  const read = normalizeHost(new URL(url).host);
  return "host" in read ? read.host : new URL(url).host;
}

/** Returns why a URL cannot be that of an MCP server, or undefined if it can. */
function findUrlProblem({ url, credential }: McpTool): string | undefined {
  if (!URL.canParse(url)) return "must be a complete URL, such as https://mcp.example.com/mcp";
  const { protocol, host, username, password, hash, pathname } = new URL(url);
  if (protocol !== "https:") return "must begin with https://";
  if (username !== "" || password !== "")
    return "must not contain a user name or password. Use the field credential";
  if (hash !== "") return "must not contain #";
  const read = normalizeHost(host);
  if ("problem" in read) return `has a host that runs cannot reach. ${read.problem.replace(/\.$/, "")}`;
  if (credential?.type !== "connector") return undefined;
  if (!isApiHost(host)) return "has a host for which no connector can be created";
  const problem = pathname.includes("*") ? "must not contain *" : findConnectorPathProblem(pathname);
  return problem && `has a path that ${problem}`;
}

/** Returns the problems of an entry that the schema of a single field cannot detect, each with its field. */
export function findMcpToolProblems(tool: McpTool): { path: (string | number)[]; message: string }[] {
  const problem = findUrlProblem(tool);
  const names = tool.allowed_tools ?? [];
  const twice = names.findIndex((name, index) => names.indexOf(name) < index);
  return [
    ...(problem === undefined ? [] : [{ path: ["url"], message: problem }]),
    ...(twice < 0 ? [] : [{ path: ["allowed_tools", twice], message: `"${names[twice]}" is named twice` }]),
  ];
}
