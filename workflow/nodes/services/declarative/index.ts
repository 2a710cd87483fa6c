import type { NodeType } from "../../../model/node-type.ts";
import { ASANA } from "./descriptions/asana.ts";
import { CLICKUP } from "./descriptions/clickup.ts";
import { HUBSPOT } from "./descriptions/hubspot.ts";
import { HUNTER } from "./descriptions/hunter.ts";
import { JIRA } from "./descriptions/jira.ts";
import { LINEAR } from "./descriptions/linear.ts";
import { STRIPE } from "./descriptions/stripe.ts";
import { SUPABASE } from "./descriptions/supabase.ts";
import { TRELLO } from "./descriptions/trello.ts";
import { TWILIO } from "./descriptions/twilio.ts";
import { ZENDESK } from "./descriptions/zendesk.ts";

/** The nodes whose services are described as data: each file in `descriptions` is one service. */
export const DESCRIBED_NODES: readonly NodeType[] = [
  ASANA,
  CLICKUP,
  HUBSPOT,
  HUNTER,
  JIRA,
  LINEAR,
  STRIPE,
  SUPABASE,
  TRELLO,
  TWILIO,
  ZENDESK,
];
