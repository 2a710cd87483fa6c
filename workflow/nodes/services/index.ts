import type { NodeType } from "../../model/node-type.ts";
import { AIRTABLE_NODES } from "./airtable/index.ts";
import { DESCRIBED_NODES } from "./declarative/index.ts";
import { DISCORD_NODES } from "./discord/index.ts";
import { GOOGLE_NODES } from "./google/index.ts";
import { NOTION_NODES } from "./notion/index.ts";
import { POSTGRES_NODES } from "./postgres/index.ts";
import { SERP_API_TOOL } from "./serp-api.ts";
import { SLACK_NODES } from "./slack/index.ts";
import { SMTP_NODES } from "./smtp/index.ts";
import { TELEGRAM_NODES } from "./telegram/index.ts";

/** Nodes of services, which are called with the caller's connectors. */
export const SERVICE_NODES: readonly NodeType[] = [
  ...AIRTABLE_NODES,
  ...DESCRIBED_NODES,
  ...DISCORD_NODES,
  ...GOOGLE_NODES,
  ...NOTION_NODES,
  ...POSTGRES_NODES,
  SERP_API_TOOL,
  ...SLACK_NODES,
  ...SMTP_NODES,
  ...TELEGRAM_NODES,
];
