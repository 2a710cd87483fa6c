import type { NodeType } from "../../../model/node-type.ts";
import { ASANA } from "./descriptions/asana.ts";
import { CLICKUP } from "./descriptions/clickup.ts";
import { HUBSPOT } from "./descriptions/hubspot.ts";
import { LINEAR } from "./descriptions/linear.ts";
import { SUPABASE } from "./descriptions/supabase.ts";
import { TRELLO } from "./descriptions/trello.ts";
import { ZENDESK } from "./descriptions/zendesk.ts";

/** The nodes whose services are described as data: each file in `descriptions` is one service. */
export const DESCRIBED_NODES: readonly NodeType[] = [
  ASANA,
  CLICKUP,
  HUBSPOT,
  LINEAR,
  SUPABASE,
  TRELLO,
  ZENDESK,
];
