import type { Figure } from "./figure.ts";
import { type GatewayPaths, measureRate } from "./gateway-load.ts";
import { reportNotInstalled } from "./gateway-portkey.ts";
import { getMedian } from "./statistics.ts";

/**
 * The rounds are short and alternate between the gateways, because the machine's speed varies from minute to minute.
 */
const ROUNDS = 5;
const SECONDS = 3;
const THIN_GOAL = 0.5;
const PORTKEY_GOAL = 6;

/** Measures calls per second, with each gateway on one core. */
export async function measureGatewayRates({ thin, stoa, portkey }: GatewayPaths): Promise<Figure[]> {
  const [ours, thins, theirs]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await measureRate(stoa[0], SECONDS));
    thins.push(await measureRate(thin, SECONDS));
    if (portkey !== undefined) theirs.push(await measureRate(portkey, SECONDS));
  }
  const [rate, thinRate, portkeyRate] = [getMedian(ours), getMedian(thins), getMedian(theirs)];
  const each = `median of ${ROUNDS} alternating rounds`;
  const thinRatio = rate / thinRate;
  const name = "model calls per second / portkey's";
  return [
    {
      name: "model calls per second / thin undici proxy",
      measurement: `${thinRatio.toFixed(2)} x`,
      goal: `>= ${THIN_GOAL} x`,
      met: thinRatio >= THIN_GOAL,
      detail: `${rate.toFixed(0)} vs. ${thinRate.toFixed(0)} calls/s, each call's row written and synced, ${each}`,
    },
    portkey === undefined
      ? reportNotInstalled(name, `>= ${PORTKEY_GOAL} x`, `${rate.toFixed(0)} calls/s`)
      : {
          name,
          measurement: `${(rate / portkeyRate).toFixed(1)} x`,
          goal: `>= ${PORTKEY_GOAL} x`,
          met: rate / portkeyRate >= PORTKEY_GOAL,
          detail: `${rate.toFixed(0)} vs. ${portkeyRate.toFixed(0)} calls/s, ${each}`,
        },
  ];
}
