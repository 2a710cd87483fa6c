import { SLACK_NODES } from "./index.ts";

const [node] = SLACK_NODES;
if (!node) throw new Error("there is no node for Slack");

export const slack = node;

export const CHANNEL = { __rl: true, mode: "list", value: "C1", cachedResultName: "news" };
export const posted = { ok: true, channel: "C1", ts: "17.5", message: { text: "Hi", ts: "17.5" } };
export const createSample = {
  ok: true,
  channel: "C1",
  message: { text: "Hi", ts: "17.5" },
  message_timestamp: "17.5",
};
