import * as z from "zod";
import { RunStatus } from "./run-status.ts";
import { isStorable, Json, NOT_STORABLE } from "./values.ts";
import { WIDGET_LIMITS } from "./widget-limits.ts";
import { WIDGET_TEXTS } from "./widget-texts.ts";

/** The calls of an embedded chat, below `/embed`. Only the widget that this server serves makes them. */

const PublishableKeyText = z.string().max(60);
const WidgetAgentId = z.coerce.number().int().min(1);

/** The form of the token by which a visitor is known again: 256 random bits. */
export const VISITOR_TOKEN = /^stoa_visitor_[A-Za-z0-9_-]{43}$/;

export const WidgetSessionRequest = z.strictObject({
  key: PublishableKeyText,
  agent: WidgetAgentId,
  /** The visitor's token from an earlier session. An unknown form begins as a new visitor. */
  visitor: z.string().max(100).optional(),
});

export const WidgetSession = z.object({
  /** The credential of the frame, for `WIDGET_LIMITS.sessionMinutes`. */
  session: z.string(),
  /** The token by which the visitor is known again. The page keeps it. */
  visitor: z.string(),
  /** The public card of the agent. */
  agent: z.object({ id: z.int(), name: z.string(), description: z.string() }),
});
export type WidgetSession = z.infer<typeof WidgetSession>;

export const WidgetMessageRequest = z.strictObject({
  message: z
    .string({ error: WIDGET_TEXTS.noReply })
    .trim()
    .min(1, WIDGET_TEXTS.noReply)
    .max(WIDGET_LIMITS.messageMaxLength, WIDGET_TEXTS.tooLong)
    .refine(isStorable, NOT_STORABLE),
  /** Begins a new conversation instead of continuing the visitor's last one. */
  is_new: z.boolean().optional(),
});

export const WidgetTurn = z.object({
  run_id: z.string(),
  message: z.string(),
  answer: Json,
  status: RunStatus,
  /** Why there is no answer, as a sentence for the visitor. */
  detail: z.string().nullable(),
});
export type WidgetTurn = z.infer<typeof WidgetTurn>;

/** The visitor's last conversation, the oldest message first. */
export const WidgetTurns = z.object({ turns: z.array(WidgetTurn) });
export type WidgetTurns = z.infer<typeof WidgetTurns>;

/** The events of an answer. */
export const WidgetEvent = {
  status: z.object({ run_id: z.string() }),
  output: z.object({ text: z.string() }),
  result: WidgetTurn.pick({ run_id: true, answer: true, status: true, detail: true }),
} as const;
export type WidgetResult = z.infer<(typeof WidgetEvent)["result"]>;
