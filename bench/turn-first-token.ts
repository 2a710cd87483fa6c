import { Conversation } from "@stoa/contract";
import type { Client, Person } from "../tests/harness/client.ts";
import type { Figure } from "./figure.ts";
import { PersistentConnection } from "./persistent-connection.ts";
import { getPercentile } from "./statistics.ts";
import { uploadAgent } from "./trivial-agent.ts";

const WARM_UP = 60;
const ROUNDS = 300;
const TURNS = 10;
const GOAL_MS = 10;
/** A message of the usual length: two sentences. */
const MESSAGE = "Please compare both offers again. Which of them costs less over the whole year?";

const SOURCE = `def run(message: str, history: list[dict] = []):
    yield f"{len(history)} messages: "
    yield message
`;

/**
 * Measures how long a caller waits for the first output of a turn that follows ten turns, compared with a run of the same
 * agent that stands alone, taking turns.
 */
export async function measureTurnFirstToken(url: string, client: Client, { token }: Person): Promise<Figure> {
  const agentId = await uploadAgent(client, await client.register(), SOURCE);
  const connection = new PersistentConnection(url, token);
  const request = { agent_id: agentId, input_data: { message: MESSAGE } };
  const measure = async (more: object, expected: number) => {
    const { firstMs, read } = await connection.stream(
      "/api/v1/execute/run",
      { ...request, ...more },
      "event: output",
    );
    if (!read.includes(`${expected} messages`)) throw new Error(`wrong history: ${read}`);
    return firstMs;
  };
  const created = await client.post("/api/v1/conversations", { agent_id: agentId }, { token });
  const { id } = Conversation.parse(created.body);
  for (let turn = 0; turn < TURNS; turn += 1) await measure({ conversation_id: id }, 2 * turn);
  const [plain, turns]: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const alone = await measure({}, 0);
    const turn = await measure({ conversation_id: id, parent_turn: TURNS }, 2 * TURNS);
    if (round < WARM_UP) continue;
    plain.push(alone);
    turns.push(turn);
  }
  connection.close();
  const [plainP50, turnP50] = [getPercentile(plain, 0.5), getPercentile(turns, 0.5)];
  return {
    name: `first token of a turn after ${TURNS} turns - of a run`,
    measurement: `${(turnP50 - plainP50).toFixed(1)} ms`,
    goal: `<= ${GOAL_MS} ms`,
    met: turnP50 - plainP50 <= GOAL_MS,
    detail: `${turnP50.toFixed(1)} ms and ${plainP50.toFixed(1)} ms p50, ${ROUNDS} of each, taking turns`,
  };
}
