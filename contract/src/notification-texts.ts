import { type VISIBILITIES, VISIBILITY_HINTS } from "./catalog-labels.ts";
import { FAILING_AGENT } from "./failing-agents.ts";
import { nanoToDecimal } from "./money.ts";
import { PAUSE_TEXTS, type SchedulePause } from "./schedule-texts.ts";
import { formatBytes } from "./storage-limits.ts";

/** Texts of notifications. They are created from the stored facts when a notification is read. */

/** The facts that are stored for each kind of notification. */
export interface NotificationFacts {
  /** `paid`: the run's cost for its caller in nano-USD. It is missing in old notifications, whose runs were free. */
  run_failed: {
    run_id: string;
    agent_id: number;
    agent_name: string;
    status: "failed" | "timeout";
    paid?: string;
  };
  /** Sent if the caller did not wait for the result of the run. */
  run_finished: { run_id: string; agent_id: number; agent_name: string };
  /** Both prices are in nano-USD per token. */
  price_below_cost: { agent_id: number; agent_name: string; price: string; lowest: string };
  agent_listed: { agent_id: number; agent_name: string; version: number };
  upload_refused: { agent_id?: number; agent_name: string; reason: string };
  /** `amount` is in nano-USD. */
  first_earnings: { run_id: string; agent_id: number; agent_name: string; amount: string };
  balance_low: Record<never, never>;
  /** `service` is the display name. */
  connector_quota: { service: string; percent: 75 | 90 | 100; used: number; quota: number };
  api_key_refreshed: { key_name: string };
  new_review: { agent_id: number; agent_name: string; rating: number };
  version_rolled_back: { agent_id: number; agent_name: string; from_version: number; to_version: number };
  /** An operator suspended the agent and wrote the `reason`. */
  agent_suspended: { agent_id: number; agent_name: string; reason: string };
  agent_restored: { agent_id: number; agent_name: string };
  /** An operator changed the visibility. */
  visibility_changed: { agent_id: number; agent_name: string; visibility: (typeof VISIBILITIES)[number] };
  /** `count` is the number of agents that were private until the plan changed. */
  private_agents_closed: { count: number; plan_name: string };
  /** `amount` is in nano-USD, also in `earnings_taken_back` and `credits_granted`. */
  run_refunded: { run_id: string; agent_id: number; agent_name: string; amount: string };
  earnings_taken_back: { run_id: string; agent_id: number; agent_name: string; amount: string };
  credits_granted: { amount: string; expires_on: string | null };
  schedule_paused: { schedule_name: string; agent_id: number; because: SchedulePause };
  /** `host` is the host of the webhook's URL. */
  webhook_disabled: { webhook_id: string; host: string; reason: "gone" | "failing" };
  /** `models` are the names that the agent's file uses. */
  models_missing: { agent_id: number; agent_name: string; models: string[] };
  models_back: { agent_id: number; agent_name: string };
  storage_full: { limit_bytes: number };
  /**
   * `failures` is the number of consecutive failures, and `callers` the number of different callers. `agent_paused` has
   * the same fields.
   */
  agent_failing: { agent_id: number; agent_name: string; failures: number; callers: number };
  agent_paused: { agent_id: number; agent_name: string; failures: number; callers: number };
}
export type NotificationKind = keyof NotificationFacts;
export type NotificationType = "success" | "warning" | "error" | "info";

/** Below this balance, a notification warns that the credits are running out. */
export const LOW_BALANCE_USD = 1;
/** A webhook that has only failed for this many days is switched off. */
export const FAILING_WEBHOOK_DAYS = 5;
/** The shares of a connector's quota, in percent, at which its owner is notified. */
export const QUOTA_NOTICES = [75, 90, 100] as const;

function perMillion(nanoPerToken: string): string {
  return nanoToDecimal(BigInt(nanoPerToken) * 1_000_000n);
}

interface NotificationText {
  type: NotificationType;
  title: string;
  message: string;
}

const NOTIFICATION_TEXTS: {
  [Kind in NotificationKind]: (facts: NotificationFacts[Kind], actor: string) => NotificationText;
} = {
  run_failed: ({ agent_name, status, paid = "0" }) => {
    const cost = BigInt(paid) > 0n ? `${nanoToDecimal(BigInt(paid))} USD` : "nothing";
    return {
      type: "error",
      title: "Run failed",
      message:
        status === "timeout"
          ? `${agent_name} was stopped at its time limit. The run cost you ${cost}.`
          : `${agent_name} could not finish your run. It cost you ${cost}.`,
    };
  },
  run_finished: ({ agent_name }) => ({
    type: "success",
    title: "Run finished",
    message: `Your background run of ${agent_name} finished. Its output is in your logs.`,
  }),
  price_below_cost: ({ agent_name, price, lowest }) => ({
    type: "warning",
    title: "Price below model cost",
    message: `The models of ${agent_name} now cost up to ${perMillion(lowest)} USD per 1M tokens, but its price is ${perMillion(price)} USD per 1M tokens. Its model calls are refused until you raise the price or sponsor the difference.`,
  }),
  agent_listed: ({ agent_name, version }) => ({
    type: "success",
    title: version === 1 ? "Agent listed" : "New version listed",
    message:
      version === 1
        ? `${agent_name} passed all checks and is now available.`
        : `Version ${version} of ${agent_name} passed all checks and is now the current version.`,
  }),
  upload_refused: ({ agent_name, reason }) => ({
    type: "error",
    title: "Upload refused",
    message: `${agent_name} was not listed. ${reason}`,
  }),
  first_earnings: ({ agent_name, amount }) => ({
    type: "success",
    title: "First earnings",
    message: `${agent_name} made its first sale: ${nanoToDecimal(BigInt(amount))} USD.`,
  }),
  balance_low: () => ({
    type: "warning",
    title: "Balance low",
    message: `Your balance is below ${LOW_BALANCE_USD} USD.`,
  }),
  connector_quota: ({ service, percent, used, quota }) => ({
    type: percent === 100 ? "error" : "warning",
    title: percent === 100 ? "Quota used up" : `${percent}% of a quota used`,
    message:
      percent === 100
        ? `Agents used all ${quota} calls to ${service} that you allow per month. Further calls are refused until next month.`
        : `Agents used ${used} of the ${quota} calls to ${service} that you allow per month.`,
  }),
  api_key_refreshed: ({ key_name }) => ({
    type: "info",
    title: "API key refreshed",
    message: `Your API key "${key_name}" was replaced. The previous key no longer works.`,
  }),
  new_review: ({ agent_name, rating }, actor) => ({
    type: "info",
    title: "New review",
    message: `${actor} rated ${agent_name} ${rating} of 5.`,
  }),
  schedule_paused: ({ schedule_name, because }) => ({
    type: "warning",
    title: "Schedule paused",
    message: `"${schedule_name}" was paused. ${PAUSE_TEXTS[because]}`,
  }),
  version_rolled_back: ({ agent_name, from_version, to_version }) => ({
    type: "warning",
    title: "Version rolled back",
    message: `${agent_name} was rolled back from version ${from_version} to version ${to_version}.`,
  }),
  models_missing: ({ agent_name, models }) => ({
    type: "error",
    title: "Agent unavailable: model not offered",
    message: `${agent_name} uses ${models.join(", ")}, which this server no longer offers. The agent is not listed and cannot run until the model is offered again or you upload a version that uses another model.`,
  }),
  models_back: ({ agent_name }) => ({
    type: "success",
    title: "Agent available again",
    message: `All models that ${agent_name} uses are offered again. The agent is listed and can be run.`,
  }),
  agent_failing: ({ agent_name, failures, callers }) => ({
    type: "error",
    title: "Agent failing",
    message: `The last ${failures} runs of ${agent_name} by ${callers} different callers failed in its own code. After ${FAILING_AGENT.pauseAfter.failures} consecutive failures the agent is paused. Test it in the studio and upload a fixed version.`,
  }),
  agent_paused: ({ agent_name, failures, callers }) => ({
    type: "error",
    title: "Agent paused",
    message: `${agent_name} was paused because its last ${failures} runs by ${callers} different callers failed in its own code. It is not listed and cannot be run. Upload a fixed version, or switch it on again in the studio.`,
  }),
  agent_suspended: ({ agent_name, reason }) => ({
    type: "error",
    title: "Agent suspended",
    message: `The operator of this server suspended ${agent_name}. It is not listed and cannot be run. Reason: ${reason}`,
  }),
  agent_restored: ({ agent_name }) => ({
    type: "success",
    title: "Agent restored",
    message: `${agent_name} is no longer suspended.`,
  }),
  visibility_changed: ({ agent_name, visibility }) => ({
    type: "warning",
    title: "Visibility changed",
    message: `The operator of this server made ${agent_name} ${visibility}. ${VISIBILITY_HINTS[visibility]}`,
  }),
  private_agents_closed: ({ count, plan_name }) => ({
    type: "warning",
    title: "Private agents switched off",
    message: `The ${plan_name} plan does not include private agents. ${
      count === 1 ? "Your private agent is" : `Your ${count} private agents are`
    } now unlisted and inactive: nobody else can see or run ${
      count === 1 ? "it" : "them"
    }. Change the plan, or make ${count === 1 ? "it" : "them"} public or unlisted and active in the studio.`,
  }),
  run_refunded: ({ agent_name, amount }) => ({
    type: "success",
    title: "Run refunded",
    message: `${nanoToDecimal(BigInt(amount))} USD was refunded for a run of ${agent_name}.`,
  }),
  earnings_taken_back: ({ agent_name, amount }) => ({
    type: "warning",
    title: "Earnings reversed",
    message: `A run of ${agent_name} was refunded to its caller. ${nanoToDecimal(BigInt(amount))} USD of your earnings was reversed.`,
  }),
  credits_granted: ({ amount, expires_on }) => ({
    type: "success",
    title: "Credits granted",
    message: `The operator of this server gave you ${nanoToDecimal(BigInt(amount))} USD in credits${
      expires_on === null ? "." : `, valid until ${expires_on}.`
    }`,
  }),
  storage_full: ({ limit_bytes }) => ({
    type: "warning",
    title: "Storage full",
    message: `Your runs reached the ${formatBytes(limit_bytes)} of storage in your plan. Inputs, outputs and logs of your oldest runs are removed to make room; receipts and statistics are kept. Download what you need, or change your plan.`,
  }),
  webhook_disabled: ({ host, reason }) => ({
    type: "error",
    title: "Webhook switched off",
    message:
      reason === "gone"
        ? `${host} reported that your webhook no longer exists (HTTP 410), so it was switched off.`
        : `All calls to your webhook at ${host} failed for ${FAILING_WEBHOOK_DAYS} days, so it was switched off. Switch it on again when it works.`,
  }),
};

/** Returns the text of a notification. `actor` is the name of the person who caused it, if there is one. */
export function describeNotification<Kind extends NotificationKind>(
  kind: Kind,
  facts: NotificationFacts[Kind],
  actor: string | null,
): NotificationText {
  return NOTIFICATION_TEXTS[kind](facts, actor ?? "Somebody");
}
