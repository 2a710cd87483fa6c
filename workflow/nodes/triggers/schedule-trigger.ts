import { DateTime } from "luxon";
import type { JsonObject } from "../../model/item.ts";
import type { NodeType } from "../../model/node-type.ts";

/** Returns a day of the month as an ordinal, such as `4th`. */
function formatOrdinal(day: number): string {
  const last = day % 10;
  if (Math.floor(day / 10) === 1 || last === 0 || last > 3) return `${day}th`;
  return `${day}${["st", "nd", "rd"][last - 1]}`;
}

function describeMoment(at: Date, timezone: string): JsonObject {
  const now = DateTime.fromJSDate(at, { zone: timezone }).setLocale("en-US");
  const day = `${now.toFormat("MMMM")} ${formatOrdinal(now.day)} ${now.year}`;
  const time = now.toFormat("h:mm:ss a").toLowerCase();
  return {
    timestamp: now.toISO() ?? "",
    "Readable date": `${day}, ${time}`,
    "Readable time": time,
    "Day of week": now.toFormat("cccc"),
    Year: now.toFormat("yyyy"),
    Month: now.toFormat("MMMM"),
    "Day of month": now.toFormat("dd"),
    Hour: now.toFormat("HH"),
    Minute: now.toFormat("mm"),
    Second: now.toFormat("ss"),
    Timezone: `${timezone} (UTC${now.toFormat("ZZ")})`,
  };
}

/**
 * Schedule Trigger: starts when the agent is called, like "Execute workflow" in n8n. Outputs the time and the caller's
 * input.
 */
export const scheduleTrigger: NodeType = {
  types: ["n8n-nodes-base.scheduleTrigger"],
  versions: [1, 1.1, 1.2, 1.3],
  trigger: true,
  execute: ({ items, startedAt, workflow }) => [
    items.map(({ json }) => ({ json: { ...describeMoment(startedAt, workflow.timezone), ...json } })),
  ],
};
