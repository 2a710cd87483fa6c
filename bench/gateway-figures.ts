import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { createTemporaryHome, removeHome, ServerProcess } from "../tests/harness/server-process.ts";
import { startBareProcess } from "./bare-process.ts";
import { moveTo } from "./cores.ts";
import type { Figure } from "./figure.ts";
import { measureAddedLatency } from "./gateway-latency.ts";
import type { GatewayPaths } from "./gateway-load.ts";
import { startPortkey } from "./gateway-portkey.ts";
import { measureGatewayRates } from "./gateway-rates.ts";
import { GatewayRuns } from "./gateway-runs.ts";
import { abortStreams, measureAddedGap } from "./gateway-streaming.ts";

/** Each run may have 64 calls in flight, so four runs handle 256 streams. */
const RUNS = 4;
const Issued = z.object({ tokens: z.int() });
const CHAT = "/v1/chat/completions";

async function openWays() {
  moveTo("load");
  const provider = await startBareProcess(new URL("gateway-provider.ts", import.meta.url), "");
  moveTo("server");
  const home = createTemporaryHome(tmpdir());
  const folder = mkdtempSync(join(tmpdir(), "stoa-thin-"));
  const socketPath = join(folder, "proxy");
  const server = await ServerProcess.start(home, {
    OPENAI_BASE_URL: `${provider.url}/v1`,
    OPENAI_API_KEY: "sk-stoa",
    STOA_RATE_LIMIT_FACTOR: "1000",
  });
  const thin = await startBareProcess(
    new URL("gateway-thin-proxy.ts", import.meta.url),
    JSON.stringify({ path: socketPath, provider: provider.url }),
  );
  const portkey = await startPortkey(provider.url);
  const onTwoCores = moveTo("load");
  const runs = await GatewayRuns.open(server, RUNS);
  const url = `http://gateway${CHAT}`;
  const [first, ...others] = runs.ways;
  if (first === undefined) throw new Error("no run was started");
  const ways: GatewayPaths = {
    direct: { name: "direct", url: provider.url + CHAT, headers: {} },
    thin: { name: "thin proxy", url, socketPath, headers: {} },
    stoa: [first, ...others],
    portkey: portkey?.way,
  };
  return {
    ways,
    runs,
    provider,
    onTwoCores,
    async close() {
      portkey?.stop();
      thin.stop();
      await server.stop();
      provider.stop();
      rmSync(folder, { recursive: true });
      removeHome(home);
      moveTo("anywhere");
    },
  };
}

/** Ends the runs and compares the tokens that the provider issued with the tokens that were billed. */
async function measureBilling(runs: GatewayRuns, providerUrl: string): Promise<Figure> {
  const { recorded, metered, calls } = await runs.close();
  const answer = await fetch(`${providerUrl}/issued`);
  const { tokens: issued } = Issued.parse(await answer.json());
  const met = recorded === issued && metered === issued;
  return {
    name: "tokens billed / tokens issued",
    measurement: `${(metered / issued).toFixed(6)} x`,
    goal: "exactly 1 x",
    met,
    detail: `${issued} issued, ${recorded} in the rows of ${calls} calls, ${metered} in the runs; including disconnects`,
  };
}

/** Compares the model gateway with alternatives. */
export async function measureGateway(): Promise<Figure[]> {
  const opened = await openWays();
  try {
    const { ways, runs, provider } = opened;
    const figures = [
      ...(await measureAddedLatency(ways)),
      ...(await measureGatewayRates(ways)),
      await measureAddedGap("through the gateway", ways.stoa, { name: "direct", ways: [ways.direct] }),
    ];
    await abortStreams(ways.stoa);
    return [...figures, await measureBilling(runs, provider.url)];
  } finally {
    await opened.close();
  }
}
