import { tmpdir } from "node:os";
import { Conversation, ExecutionResult } from "@stoa/contract";
import { Client } from "../tests/harness/client.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../tests/harness/server-process.ts";
import type { Figure } from "./figure.ts";
import { PersistentConnection } from "./persistent-connection.ts";
import { getPercentile } from "./statistics.ts";
import { uploadAgent } from "./trivial-agent.ts";
import { measureTurnFirstToken } from "./turn-first-token.ts";

const WARM_UP = 60;
const ROUNDS = 150;
/** The length of a short and of a long conversation, with the goal for a turn after it, compared with a plain run. */
const LENGTHS = [
  { turns: 10, goal: 1.15 },
  { turns: 500, goal: 1.3 },
] as const;
/** A message of the usual length: two sentences. */
const MESSAGE = "Please compare both offers again. Which of them costs less over the whole year?";

const SOURCE = `def run(message: str, history: list[dict] = []) -> str:
    return f"{len(history)} messages: {message}"
`;

/**
 * Measures a turn of a conversation against a run that stands alone, of the same agent, taking turns. Each measured turn
 * follows the same earlier turn, so the conversation does not get longer. Then measures the first token.
 */
export async function measureConversations(): Promise<Figure[]> {
  const home = createTemporaryHome(tmpdir());
  const server = await ServerProcess.start(home, { STOA_PARENTS: "boot", STOA_RATE_LIMIT_FACTOR: "1000" });
  try {
    const client = new Client(server.url);
    const [developer, person] = [await client.register(), await client.register()];
    const agentId = await uploadAgent(client, developer, SOURCE);
    const connection = new PersistentConnection(server.url, person.token);
    const execute = async (more: object) => {
      const start = performance.now();
      const answer = await connection.post("/api/v1/execute/run", {
        agent_id: agentId,
        input_data: { message: MESSAGE },
        ...more,
      });
      const ms = performance.now() - start;
      const result = ExecutionResult.parse(answer);
      if (!result.success) throw new Error(`the run failed: ${result.detail}`);
      return { ms, output: JSON.stringify(result.agent_output) };
    };
    const conversations = [];
    for (const { turns, goal } of LENGTHS) {
      const created = await client.post(
        "/api/v1/conversations",
        { agent_id: agentId },
        { token: person.token },
      );
      const { id } = Conversation.parse(created.body);
      for (let turn = 0; turn < turns; turn += 1) await execute({ conversation_id: id });
      conversations.push({
        turns,
        goal,
        request: { conversation_id: id, parent_turn: turns },
        ms: [] as number[],
      });
    }
    const plain: number[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const alone = await execute({});
      if (round >= WARM_UP) plain.push(alone.ms);
      for (const { turns, request, ms } of conversations) {
        const turn = await execute(request);
        if (!turn.output.startsWith(`"${2 * turns} messages`))
          throw new Error(`wrong history: ${turn.output}`);
        if (round >= WARM_UP) ms.push(turn.ms);
      }
    }
    connection.close();
    const firstToken = await measureTurnFirstToken(server.url, client, person);
    const plainP50 = getPercentile(plain, 0.5);
    const figures = conversations.map(({ turns, goal, ms }) => {
      const p50 = getPercentile(ms, 0.5);
      return {
        name: `a turn after ${turns} turns / a run`,
        measurement: `${(p50 / plainP50).toFixed(2)} x`,
        goal: `<= ${goal} x`,
        met: p50 / plainP50 <= goal,
        detail: `${p50.toFixed(1)} ms and ${plainP50.toFixed(1)} ms p50, ${ROUNDS} of each, taking turns`,
      };
    });
    return [...figures, firstToken];
  } finally {
    await server.stop();
    removeHome(home);
  }
}
