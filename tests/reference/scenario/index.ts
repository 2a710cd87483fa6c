import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SEED } from "../../../server/src/commands/paths.ts";
import type { TestServer } from "../../harness/server.ts";
import { Recorder } from "../recorder.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { leave, signUp } from "./accounts.ts";
import { agents, favorites, versions } from "./agents.ts";
import { connectors } from "./connectors.ts";
import { conversations } from "./conversations.ts";
import { deviceLogins } from "./device-logins.ts";
import { files } from "./files.ts";
import { keys, money } from "./money.ts";
import { notifications, recommendations } from "./notifications.ts";
import { operators } from "./operators.ts";
import { publicUploads } from "./public-uploads.ts";
import { rememberedValues } from "./remembered-values.ts";
import { reviews } from "./reviews.ts";
import { runWaits } from "./run-waits.ts";
import { publicApi, runs, traces, usage } from "./runs.ts";
import { schedules } from "./schedules.ts";
import { signIn } from "./sign-in.ts";
import { confirmAddress, type Part, registerPerson, type Stage } from "./stage.ts";
import { system } from "./system.ts";
import { webhooks } from "./webhooks.ts";

/** The parts in the order in which they are played. A part may use objects that an earlier part has created. */
const PARTS: readonly Part[] = [
  system,
  agents,
  favorites,
  versions,
  runs,
  conversations,
  rememberedValues,
  files,
  runWaits,
  traces,
  usage,
  publicApi,
  publicUploads,
  reviews,
  money,
  keys,
  deviceLogins,
  schedules,
  webhooks,
  connectors,
  notifications,
  recommendations,
  operators,
  signIn,
];

/**
 * Plays the scenario, which calls every operation except those that end credentials. The returned `leave` calls those
 * operations.
 */
export async function play(here: ReferenceServer) {
  const { server } = here;
  const recorder = new Recorder(server.client);
  const record = recorder.record.bind(recorder);
  await seedOne(server);
  const ada = await signUp({ record });
  await confirmAddress(here, ada.email);
  const [grace, linus] = [await registerPerson(here, "grace"), await registerPerson(here, "linus")];
  const stage: Stage = { ...here, record, ada, grace, linus, agentId: 0, runId: "" };
  for (const part of PARTS) await part(stage);
  return { recorder, stage, leave: () => leave(stage) };
}

/** Lists only the first sample agent, because the others would only take more time. */
async function seedOne(server: TestServer): Promise<void> {
  const { agents: all, ...rest } = JSON.parse(await readFile(join(SEED, "agents.json"), "utf8"));
  const folder = await mkdtemp(join(tmpdir(), "stoa-seed-"));
  await symlink(join(SEED, "agents"), join(folder, "agents"));
  await writeFile(join(folder, "agents.json"), JSON.stringify({ ...rest, agents: all.slice(0, 1) }));
  await server.seed(folder);
  await rm(folder, { recursive: true });
}
