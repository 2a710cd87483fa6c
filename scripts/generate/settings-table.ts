import * as z from "zod";
import { SETTINGS } from "../../server/src/config.ts";

const BEGIN = "<!-- generated from server/src/config.ts -->\n";
const END = "<!-- end -->";

/** Returns docs/settings.md with the table of settings from server/src/config.ts. */
export function settingsPage(page: string): string {
  const [head, rest] = page.split(BEGIN);
  const tail = rest?.split(END)[1];
  if (head === undefined || tail === undefined)
    throw new Error("docs/settings.md has no placeholder for the table.");
  const rows = Object.entries(SETTINGS).map(([name, setting]) => {
    const type = setting.type ?? describeType(setting.schema);
    const shown = setting.default ?? describeDefault(setting.schema);
    return `| \`${name}\` | ${type} | ${shown} | ${setting.meaning} |\n`;
  });
  const table = `| setting | type | default | meaning |\n| --- | --- | --- | --- |\n${rows.join("")}`;
  return head + BEGIN + table + END + tail;
}

function describeDefault(schema: z.ZodType): string {
  return schema instanceof z.ZodDefault ? `\`${String(schema.def.defaultValue)}\`` : "none";
}

function describeType(schema: z.ZodType): string {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return describeType(schema.def.innerType as z.ZodType);
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `\`${option}\``).join(", ");
  if (schema instanceof z.ZodNumber) return `${schema.minValue} to ${schema.maxValue}`;
  return schema instanceof z.ZodURL ? "URL" : "text";
}
