import type { NodeType } from "../../../model/node-type.ts";
import { ASANA } from "./descriptions/asana.ts";
import { CLICKUP } from "./descriptions/clickup.ts";
import { HUBSPOT } from "./descriptions/hubspot.ts";
import { HUNTER } from "./descriptions/hunter.ts";
import { JIRA } from "./descriptions/jira.ts";
import { LINEAR } from "./descriptions/linear.ts";
import { MAILCHIMP } from "./descriptions/mailchimp.ts";
import { MICROSOFT_EXCEL } from "./descriptions/microsoft-excel.ts";
import { MICROSOFT_ONEDRIVE } from "./descriptions/microsoft-onedrive.ts";
import { MICROSOFT_TEAMS } from "./descriptions/microsoft-teams.ts";
import { MISTRAL } from "./descriptions/mistral.ts";
import { OUTLOOK } from "./descriptions/outlook.ts";
import { PIPEDRIVE } from "./descriptions/pipedrive.ts";
import { SHOPIFY } from "./descriptions/shopify.ts";
import { SPOTIFY } from "./descriptions/spotify.ts";
import { STRIPE } from "./descriptions/stripe.ts";
import { SUPABASE } from "./descriptions/supabase.ts";
import { TRELLO } from "./descriptions/trello.ts";
import { TWILIO } from "./descriptions/twilio.ts";
import { WOOCOMMERCE } from "./descriptions/woocommerce.ts";
import { WORDPRESS } from "./descriptions/wordpress.ts";
import { ZENDESK } from "./descriptions/zendesk.ts";

/** The nodes whose services are described as data: each file in `descriptions` is one service. */
export const DESCRIBED_NODES: readonly NodeType[] = [
  ASANA,
  CLICKUP,
  HUBSPOT,
  HUNTER,
  JIRA,
  LINEAR,
  MAILCHIMP,
  MICROSOFT_EXCEL,
  MICROSOFT_ONEDRIVE,
  MICROSOFT_TEAMS,
  MISTRAL,
  OUTLOOK,
  PIPEDRIVE,
  SHOPIFY,
  SPOTIFY,
  STRIPE,
  SUPABASE,
  TRELLO,
  TWILIO,
  WOOCOMMERCE,
  WORDPRESS,
  ZENDESK,
];
