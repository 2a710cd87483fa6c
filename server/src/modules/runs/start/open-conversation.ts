import { CONVERSATION_LIMITS, CONVERSATION_TEXTS, FileId, getTurnMessage } from "@stoa/contract";
import type { EarlierRuns, EntryPoint, HistoryMessage, JsonValue } from "@stoa/runtime/protocol";
import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import { AppError, invalidField, notFound } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import { countOutput } from "../live/text-metering.ts";
import type { RunContents } from "../run-contents.ts";
import { isRunActive } from "../settle/run-reader.ts";
import type { KnownPaths, PathTurn } from "./known-paths.ts";

/** The turn of a conversation that a run starts, with what its agent gets of the earlier turns. */
export interface OpenedConversation {
  id: string;
  /** The turn that the run follows; null if it begins anew. */
  parent: number | null;
  /** Whether the run follows the turn that was current when the request came. */
  followsCurrent: boolean;
  /** The earlier turns, the oldest first. */
  history: HistoryMessage[];
  /** What the agent kept in the last turn that completed. */
  state: string | undefined;
  /** The runs of the earlier turns, for an agent that keeps what it remembers itself. */
  earlierRuns: EarlierRuns | undefined;
  /** The tokens of the history, which count as input. */
  tokens: number;
  /** The answers whose tokens were counted for this run. */
  counted: { turn: number; tokens: number }[];
  /** The rest of the conversation's cap, in nano-USD. Undefined if it has no cap. */
  budgetLeft: bigint | undefined;
}

/** The part of a request that says which conversation it continues. */
export interface ConversationRequest {
  conversation_id?: string | undefined;
  parent_turn?: number | null | undefined;
}

/** The conversation that a request continues, as the database has it. */
interface StoredConversation
  extends Pick<OpenedConversation, "id" | "parent" | "followsCurrent" | "budgetLeft"> {
  agentId: number;
  /** The turn that the run follows and the turns before it, the newest first. */
  path: PathTurn[];
}

/** A row of open_conversation. Its turn is null if the run begins anew. */
type OpenRow = { agent_id: number; parent: number | null; budget_left: bigint | null } & (
  | SealedTurn
  | { turn: null }
);

interface SealedTurn extends Omit<PathTurn, "input" | "output"> {
  account_id: string;
  input: Buffer | null;
  output: Buffer | null;
}

export interface ConversationOptions {
  db: Database;
  contents: RunContents;
  /** The turns of conversations that were continued on this node. */
  knownPaths: KnownPaths;
}

/**
 * Reads the conversation that a request continues.
 * @returns `undefined` if the request stands alone
 * @throws AppError 400 for an unknown turn, 404 if the caller has no such conversation
 */
export async function readConversation(
  { db, contents, knownPaths }: ConversationOptions,
  { userId }: Pick<Caller, "userId">,
  { conversation_id: id, parent_turn: parent }: ConversationRequest,
): Promise<StoredConversation | undefined> {
  if (id === undefined) {
    if (parent === undefined) return undefined;
    throw invalidField("parent_turn", "parent_turn needs a conversation_id");
  }
  const followsCurrent = parent === undefined;
  const known = knownPaths.get(id);
  const { rows } = await sql<OpenRow>`
    SELECT * FROM open_conversation(${id}, ${userId}, ${parent ?? null}, ${followsCurrent}, ${known[0]?.turn ?? null})`.execute(
    db,
  );
  const [first] = rows;
  if (!first) throw notFound("Conversation");
  const path = rows.filter((row) => row.turn !== null).map((row) => openTurn(contents, row));
  if (first.parent !== null && path.length === 0)
    throw invalidField("parent_turn", `The conversation has no turn ${first.parent}`);
  return {
    id,
    parent: first.parent,
    followsCurrent,
    budgetLeft: first.budget_left ?? undefined,
    agentId: first.agent_id,
    path: path.at(-1)?.turn === known[0]?.turn ? [...path.slice(0, -1), ...known] : path,
  };
}

/**
 * Returns the turn that a run starts in a conversation, with what its agent gets of the earlier turns.
 * @throws AppError 400 for a conversation with another agent, 403 if its cap is used up, 409 if the turn that the run
 * follows is still active
 */
export async function openConversation(
  { db, contents, knownPaths }: ConversationOptions,
  { agentId, path, ...stored }: StoredConversation,
  agent: { agentId: number; entry: Pick<EntryPoint, "kind" | "memory" | "messageFiles"> },
  accountId: string,
): Promise<OpenedConversation> {
  if (agentId !== agent.agentId)
    throw invalidField("conversation_id", CONVERSATION_TEXTS.otherAgent(agentId));
  if (path[0] && isRunActive(path[0].status)) throw createActiveTurnError();
  if (stored.budgetLeft !== undefined && stored.budgetLeft <= 0n)
    throw new AppError(403, "spending_limit_reached", CONVERSATION_TEXTS.capUsedUp);
  const { kind, memory, messageFiles = false } = agent.entry;
  const state = keepsState(kind, memory) ? await readState({ db, contents }, path) : undefined;
  // A state contains what came with the earlier messages.
  const withFiles = messageFiles && state === undefined;
  const { read, bytes, ...remembered } = await remember(path, { memory, withFiles }, accountId);
  if (read.length > 0) knownPaths.set(stored.id, read, bytes);
  return {
    ...stored,
    ...remembered,
    state,
    earlierRuns: memory === "session" ? listEarlierRuns(path) : undefined,
  };
}

/** The number of runs that an agent gets. The memory of a workflow has at most as many messages. */
const MAX_EARLIER_RUNS = 200;

function listEarlierRuns(path: readonly PathTurn[]): EarlierRuns | undefined {
  const first = path.at(-1)?.run_id;
  if (first === undefined) return undefined;
  const completed = path.filter(({ status }) => status === "completed").map(({ run_id }) => run_id);
  return { first, completed: completed.slice(0, MAX_EARLIER_RUNS) };
}

/** Returns whether an agent can keep a state between turns. Workflows keep one while they wait for an answer. */
function keepsState(kind: EntryPoint["kind"], memory: EntryPoint["memory"]): boolean {
  return kind === "workflow" || memory === "thread" || memory === "state";
}

/**
 * Returns the earlier messages that the agent receives from a caller who keeps the conversation, and their tokens. Agents
 * that keep their own memory, or none, receive none.
 */
export async function receiveEarlier(
  earlier: readonly HistoryMessage[],
  { memory }: Pick<EntryPoint, "memory">,
  accountId: string,
): Promise<{ history: readonly HistoryMessage[]; tokens: number }> {
  if (memory !== "messages" && memory !== "history" && memory !== "thread") return { history: [], tokens: 0 };
  const text = earlier.map(({ content }) => content).join("\n");
  return { history: earlier, tokens: text === "" ? 0 : await countOutput(text, accountId) };
}

/** Returns a 409 for a turn that would follow an active one. */
export function createActiveTurnError(): AppError {
  return new AppError(409, "conflict", CONVERSATION_TEXTS.activeTurn);
}

/** The length at which a title that nobody chose is cut: a line of a heading. */
const TITLE_LENGTH = 60;

/** Returns the title of a conversation that begins with this message: its beginning, cut between words. */
export function createTitle(message: string | null): string | null {
  const characters = [...(message ?? "")];
  if (characters.length <= TITLE_LENGTH) return message;
  const beginning = characters.slice(0, TITLE_LENGTH - 1).join("");
  // A single long word, such as an address, is cut within the word.
  return `${beginning.replace(/(?<=\S{3})\s+\S*$/, "")}…`;
}

/**
 * Returns the newest completed turns that fit into the limit, and their tokens. The tokens of each answer are counted
 * only once: later runs find them with the turn.
 */
async function remember(
  path: readonly PathTurn[],
  { memory, withFiles }: { memory: EntryPoint["memory"]; withFiles: boolean },
  accountId: string,
): Promise<Remembered> {
  const history: HistoryMessage[] = [];
  const counted: OpenedConversation["counted"] = [];
  const read: PathTurn[] = [];
  let tokens = 0;
  let bytes = 0;
  if (memory === undefined || memory === "session") return { history, tokens, counted, read, bytes };
  for (const turn of path) {
    const said = readTurn(turn);
    if (!said) {
      read.push({ ...turn, input: null, output: null });
      continue;
    }
    bytes += Buffer.byteLength(said.message) + Buffer.byteLength(said.answer);
    if (bytes > CONVERSATION_LIMITS.historyBytes) break;
    const answerTokens = turn.answer_tokens ?? (await countOutput(said.answer, accountId));
    if (turn.answer_tokens === null) counted.push({ turn: turn.turn, tokens: answerTokens });
    read.push({ ...turn, answer_tokens: answerTokens });
    tokens += turn.message_tokens + answerTokens;
    const files = withFiles ? said.files : [];
    history.push(
      { role: "assistant", content: said.answer },
      { role: "user", content: said.message, ...(files.length > 0 && { files }) },
    );
  }
  return { history: history.reverse(), tokens, counted, read, bytes };
}

/** What an agent gets of the earlier turns, and the turns that were read for it, the newest first. */
interface Remembered extends Pick<OpenedConversation, "history" | "tokens" | "counted"> {
  read: PathTurn[];
  /** The size of the messages and answers of these turns. */
  bytes: number;
}

/**
 * Returns the message of a turn, the IDs of the files that came with it, and the answer. Failed turns and turns whose content
 * was deleted have none.
 */
function readTurn({ status, input, output }: PathTurn) {
  if (status === "failed" || input === null || output === null) return undefined;
  const files = Object.values(input)
    .flat()
    .flatMap((value) => FileId.safeParse(value).data ?? []);
  return { message: getTurnMessage(input), answer: toText(output), files };
}

function toText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function openTurn(contents: RunContents, { account_id: accountId, ...turn }: SealedTurn): PathTurn {
  const run = { id: turn.run_id, accountId };
  return {
    ...turn,
    input: contents.openInput(run, turn.input),
    output: contents.openJson("output", run, turn.output),
  };
}

async function readState(
  { db, contents }: Pick<ConversationOptions, "db" | "contents">,
  path: readonly PathTurn[],
): Promise<string | undefined> {
  const last = path.find(({ status }) => status === "completed");
  if (!last) return undefined;
  const { rows } = await sql<{ state: Buffer | null; accountId: string }>`
    SELECT state, account_id AS "accountId" FROM run_texts WHERE run_id = ${last.run_id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const run = { id: last.run_id, accountId: row.accountId };
  return contents.openText("state", run, row.state) ?? undefined;
}
