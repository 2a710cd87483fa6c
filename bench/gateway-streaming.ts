import type { Figure } from "./figure.ts";
import type { Way, Ways } from "./gateway-load.ts";
import { readStreams, type StreamsRead } from "./gateway-streams.ts";
import { median, percentile } from "./statistics.ts";

const STREAMS = 256;
const ROUNDS = 3;
const GOAL_MS = 2;
/** The interval at which the scripted provider sends them. */
const FRAMES = 250;
/** Share of the answer after which a client disconnects. */
const LEAVES_AFTER = 50;
/** Below the limit of 64 calls per run, because streams continue for a while after their clients disconnect. */
const LEAVING = 32;

const late = ({ gaps }: StreamsRead) => percentile(gaps, 0.99);

/** Measures the delay that the gateway adds between the frames of 256 streams. */
export async function addedGap({ direct, stoa }: Ways): Promise<Figure> {
  const [straight, through]: [StreamsRead[], StreamsRead[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    straight.push(await readStreams([direct], STREAMS));
    through.push(await readStreams(stoa, STREAMS));
  }
  const added = median(through.map(late)) - median(straight.map(late));
  const lost = through.reduce((sum, { frames }) => sum + STREAMS * FRAMES - frames, 0);
  return {
    name: "256 streams, 50 frames/s: added gap p99",
    measured: `${added.toFixed(2)} ms, ${lost} frames lost`,
    goal: `<= ${GOAL_MS} ms, 0 lost`,
    met: added <= GOAL_MS && lost === 0,
    detail: `p99 between two frames ${median(through.map(late)).toFixed(2)} vs. ${median(straight.map(late)).toFixed(2)} ms direct, median of ${ROUNDS} rounds in turns`,
  };
}

/** Runs clients that disconnect in the middle of their answer. What the provider still writes is billed too. */
export async function leaveEarly(stoa: readonly Way[]): Promise<void> {
  await readStreams(stoa, LEAVING, LEAVES_AFTER);
}
