import { afterAll, beforeAll } from "vitest";
import { Agents } from "../../sdks/js/src/agents.ts";
import { Conversations } from "../../sdks/js/src/conversations.ts";
import { Files } from "../../sdks/js/src/files.ts";
import { RememberedValues } from "../../sdks/js/src/remembered-values.ts";
import { Runs } from "../../sdks/js/src/runs.ts";
import { readSettings } from "../../sdks/js/src/settings.ts";
import { Transport } from "../../sdks/js/src/transport.ts";
import { type ScriptedServer, startScriptedServer } from "./scripted-server.ts";

export const KEY = "stoa_a-secret-that-nobody-prints";

/** A client that records its pauses instead of waiting. */
export interface Stage {
  server: ScriptedServer;
  agents: Agents;
  conversations: Conversations;
  rememberedValues: RememberedValues;
  files: Files;
  runs: Runs;
  /** The pauses in milliseconds. */
  pauses: number[];
}

export function useStage(): () => Stage {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startScriptedServer();
  });
  afterAll(() => server.close());
  return () => {
    const pauses: number[] = [];
    const pause = async (ms: number) => void pauses.push(ms);
    const transport = new Transport(readSettings({ apiKey: KEY, baseUrl: server.url }), pause);
    return {
      server,
      agents: new Agents(transport),
      conversations: new Conversations(transport),
      rememberedValues: new RememberedValues(transport),
      files: new Files(transport),
      runs: new Runs(transport),
      pauses,
    };
  };
}
