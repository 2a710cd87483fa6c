import type { Agent, AgentListQuery, AgentSummary } from "../../../js/src/index.ts";
import { formatCount, formatPrice, shorten } from "../format.ts";
import { openSession, type ServerOption, type Session } from "../session.ts";
import { alignColumns, outputStyles, printJson, printLine, printNote, toPrintable } from "../terminal.ts";

export interface ListOptions extends ServerOption {
  mine?: boolean;
  framework?: string;
  limit: number;
  json?: boolean;
}

/** The largest page of a list. */
const PAGE = 100;
/** Names of this length leave room for the other columns in a terminal of 100 characters. */
const NAME_LENGTH = 40;

/** Lists the agents of the marketplace, or the user's own. */
export async function listAgents(query: string | undefined, options: ListOptions): Promise<void> {
  const session = openSession(options);
  const agents = options.mine
    ? await findOwnAgents(session, query, options)
    : await findListedAgents(session, query, options);
  if (options.json) return printJson(agents);
  if (agents.length === 0) {
    printNote(options.mine ? "You have no such agents." : "No agent matches.");
    return;
  }
  const rows = agents.map(({ id, name, owner_username, price_per_token, total_executions, visibility }) => [
    String(id),
    shorten(toPrintable(name), NAME_LENGTH),
    options.mine ? visibility : toPrintable(owner_username),
    formatPrice(price_per_token),
    formatCount(total_executions, "run"),
  ]);
  const header = ["ID", "NAME", options.mine ? "VISIBILITY" : "DEVELOPER", "PRICE", "RUNS"];
  const [title = "", ...lines] = alignColumns([header, ...rows]);
  printLine(outputStyles.bold(title));
  for (const line of lines) printLine(line);
}

async function findListedAgents(
  { agents }: Session,
  search: string | undefined,
  { framework, limit }: ListOptions,
): Promise<AgentSummary[]> {
  const query: AgentListQuery = { limit: Math.min(limit, PAGE), ...(search && { search }) };
  // The server names the frameworks that it knows if this is another one.
  if (framework) query.framework = framework as NonNullable<AgentListQuery["framework"]>;
  const found: AgentSummary[] = [];
  for await (const agent of agents.list(query)) {
    found.push(agent);
    if (found.length >= limit) break;
  }
  return found;
}

/** Returns the user's agents whose name or description contains the query. The server lists all of them at once. */
async function findOwnAgents(
  { transport }: Session,
  query: string | undefined,
  { framework, limit }: ListOptions,
): Promise<AgentSummary[]> {
  const reply = await transport.request<{ agents: Agent[] }>({
    method: "GET",
    path: "/agents/my-agents",
    repeatable: true,
  });
  const words = query?.toLowerCase() ?? "";
  return reply.agents
    .filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(words))
    .filter((agent) => framework === undefined || agent.framework === framework)
    .slice(0, limit);
}
