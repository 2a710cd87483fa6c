import type { Person } from "../tests/harness/client.ts";
import { startBareProcess } from "./bare-process.ts";
import type { Figure } from "./figure.ts";
import { requestRate } from "./request-rate.ts";
import { getMedian } from "./statistics.ts";

const ROUNDS = 5;
const SECONDS = 3;
const GOAL = 0.6;

/**
 * Compares, in alternating rounds, the marketplace list for a signed-in user with a bare server that sends the same
 * bytes.
 */
export async function listThroughput(url: string, person: Person): Promise<Figure> {
  const address = `${url}/api/v1/agents/`;
  const headers = { authorization: `Bearer ${person.token}` };
  const body = new Uint8Array(await (await fetch(address, { headers })).arrayBuffer());
  const bare = await startBareProcess(new URL("bare-server.ts", import.meta.url), body);
  try {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await requestRate(address, headers, SECONDS));
      theirs.push(await requestRate(bare.url, headers, SECONDS));
    }
    const ratio = getMedian(ours) / getMedian(theirs);
    return {
      name: "authenticated list / bare node:http",
      measurement: `${ratio.toFixed(2)} x`,
      goal: `>= ${GOAL} x`,
      met: ratio >= GOAL,
      detail: `${getMedian(ours).toFixed(0)} vs. ${getMedian(theirs).toFixed(0)} requests/s, ${body.length} bytes, median of ${ROUNDS}`,
    };
  } finally {
    bare.stop();
  }
}
