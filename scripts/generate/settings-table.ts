import * as z from "zod";
import { ENVIRONMENT_SETTINGS } from "../../gateway/src/settings/environment-settings.ts";
import { SETTINGS } from "../../server/src/config.ts";

const END = "<!-- end -->";
const TABLE_HEAD = "| setting | type | default | meaning |\n| --- | --- | --- | --- |\n";

/** Returns docs/settings.md with the tables of the settings of the server and the gateway. */
export function generateSettingsPage(page: string): string {
  const server = Object.entries(SETTINGS).map(([name, setting]) =>
    toRow(name, {
      type: setting.type ?? describeType(setting.schema),
      default: setting.default ?? describeDefault(setting.schema),
      meaning: setting.meaning,
    }),
  );
  const gateway = Object.entries(ENVIRONMENT_SETTINGS).map(([name, setting]) => toRow(name, setting));
  const withServer = replaceTable(page, "server/src/config.ts", server);
  return replaceTable(withServer, "gateway/src/settings/environment-settings.ts", gateway);
}

function toRow(name: string, shown: { type: string; default: string; meaning: string }): string {
  return `| \`${name}\` | ${shown.type} | ${shown.default} | ${shown.meaning} |\n`;
}

/** Replaces the table that is generated from `source`. */
function replaceTable(page: string, source: string, rows: readonly string[]): string {
  const begin = `<!-- generated from ${source} -->\n`;
  const from = page.indexOf(begin) + begin.length;
  const to = page.indexOf(END, from);
  if (!page.includes(begin) || to < 0)
    throw new Error(`docs/settings.md has no placeholder for the table from ${source}.`);
  return page.slice(0, from) + TABLE_HEAD + rows.join("") + page.slice(to);
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
