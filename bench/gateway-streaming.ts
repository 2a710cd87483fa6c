import type { Figure } from "./figure.ts";
import type { GatewayPath } from "./gateway-load.ts";
import { readStreams, type StreamsRead } from "./gateway-streams.ts";
import { getMedian, getPercentile } from "./statistics.ts";

const STREAMS = 256;
const ROUNDS = 3;
const GOAL_MS = 2;
/** The number of frames in one answer of the scripted provider. */
export const FRAMES = 250;
/** The number of frames after which a client disconnects. */
const LEAVES_AFTER = 50;
/**
 * The number of clients that disconnect. It is below the limit of 64 calls per run, because streams continue for a
 * while after their clients disconnect.
 */
const LEAVING = 32;

const getLateGap = ({ gaps }: StreamsRead) => getPercentile(gaps, 0.99);

/** Measures the delay that paths add between the frames of 256 streams, compared with other paths. */
export async function measureAddedGap(
  name: string,
  stoa: readonly GatewayPath[],
  base: { name: string; ways: readonly GatewayPath[] },
): Promise<Figure> {
  const [straight, through]: [StreamsRead[], StreamsRead[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    straight.push(await readStreams(base.ways, STREAMS));
    through.push(await readStreams(stoa, STREAMS));
  }
  const added = getMedian(through.map(getLateGap)) - getMedian(straight.map(getLateGap));
  const lost = through.reduce((sum, { frames }) => sum + STREAMS * FRAMES - frames, 0);
  return {
    name: `256 streams ${name}, 50 frames/s: added gap p99`,
    measurement: `${added.toFixed(2)} ms, ${lost} frames lost`,
    goal: `<= ${GOAL_MS} ms, 0 lost`,
    met: added <= GOAL_MS && lost === 0,
    detail: `p99 between two frames ${getMedian(through.map(getLateGap)).toFixed(2)} vs. ${getMedian(straight.map(getLateGap)).toFixed(2)} ms ${base.name}, median of ${ROUNDS} alternating rounds`,
  };
}

/**
 * Runs clients that disconnect in the middle of their answer. The output that the provider writes afterwards is also
 * billed.
 */
export async function abortStreams(stoa: readonly GatewayPath[]): Promise<void> {
  await readStreams(stoa, LEAVING, LEAVES_AFTER);
}
