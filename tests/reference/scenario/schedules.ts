import type { KeyHolder } from "../../harness/client.ts";
import type { Recorder } from "../recorder.ts";
import { getText, type Part } from "./stage.ts";

/** A schedule that is unlikely to be due while the scenario is played. */
const CRON = "0 9 1 * *";

/** Plays the part with the given routes, which exist for signed-in people and for programs. */
async function playAt(
  group: "schedules" | "sdkSchedules",
  record: Recorder["record"],
  as: KeyHolder,
  agent_id: number,
): Promise<void> {
  const schedule = await record(`${group}.create`, {
    as,
    body: {
      name: "Monthly count",
      agent_id,
      input_data: { message: "to be or not to be" },
      cron: CRON,
      time_zone: "Europe/Berlin",
      monthly_cap: 1,
      max_cost: 0.05,
    },
  });
  const params = { id: getText(schedule, "id") };
  await record(`${group}.create`, { as, body: { name: "No time" }, status: 400 });
  await record(`${group}.list`, { as });
  await record(`${group}.get`, { as, params });
  await record(`${group}.update`, { as, params, body: { monthly_cap: 2 } });
  await record(`${group}.pause`, { as, params });
  await record(`${group}.resume`, { as, params });
  await record(`${group}.run`, { as, params });
  await record(`${group}.history`, { as, params });
  await record(`${group}.remove`, { as, params });
}

export const schedules: Part = async ({ record, grace, agentId }) => {
  await playAt("schedules", record, grace, agentId);
  await playAt("sdkSchedules", record, grace, agentId);
};
