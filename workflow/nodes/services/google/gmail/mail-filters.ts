import type { JsonValue } from "@stoa/runtime/protocol";
import { DateTime } from "luxon";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { fieldNames } from "../../../core/fields/field-path.ts";
import type { ServiceQuery } from "../../service-call.ts";

/** Times as long as this count milliseconds, shorter ones seconds: until the year 5138. */
const MILLISECONDS_LENGTH = 12;

/** A time as Gmail's search wants it. */
function seconds(context: NodeContext, itemIndex: number, field: string, value: JsonValue): number {
  const text = toText(value).trim();
  if (/^\d+$/.test(text) && text.length > 4)
    return text.length >= MILLISECONDS_LENGTH ? Math.floor(Number(text) / 1000) : Number(text);
  const zone = { zone: context.workflow.timezone };
  const readings = [DateTime.fromISO(text, zone), DateTime.fromSQL(text, zone), DateTime.fromRFC2822(text)];
  const time = readings.find(({ isValid }) => isValid) ?? DateTime.fromMillis(Date.parse(text));
  if (!time.isValid)
    throw context.failure(`'${text.slice(0, 80)}' isn't a valid date and time`, { field, itemIndex });
  return Math.floor(time.toSeconds());
}

/** What a list of messages or threads is asked for, as the node's filters say. */
export function mailQuery(context: NodeContext, itemIndex: number, path = "filters"): ServiceQuery {
  const filters = context.object(path, itemIndex);
  const terms: string[] = [];
  const { q, sender, readStatus, receivedAfter, receivedBefore, includeSpamTrash, labelIds } = filters;
  if (q) terms.push(toText(q));
  if (readStatus && readStatus !== "both") terms.push(`is:${toText(readStatus)}`);
  if (sender) terms.push(`from:${toText(sender)}`);
  if (receivedAfter)
    terms.push(`after:${seconds(context, itemIndex, `${path}.receivedAfter`, receivedAfter)}`);
  if (receivedBefore)
    terms.push(`before:${seconds(context, itemIndex, `${path}.receivedBefore`, receivedBefore)}`);
  const labels = fieldNames(labelIds);
  return {
    ...(terms.length > 0 && { q: terms.join(" ") }),
    ...(labels.length > 0 && { labelIds: labels }),
    ...(includeSpamTrash !== undefined && { includeSpamTrash: Boolean(includeSpamTrash) }),
  };
}
