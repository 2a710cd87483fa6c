import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Template } from "@stoa/contract";
import * as z from "zod";

/** The format of `templates.json`. It omits the fields that are computed from the file. */
const Listed = z.strictObject({
  templates: z.array(
    Template.omit({ size: true, download_url: true }).extend({
      id: z.string().regex(/^[a-z][a-z0-9-]{1,63}$/),
      filename: z.string().regex(/^[a-z][a-z0-9-]*\.(py|json)$/),
    }),
  ),
});

/** Content types by file extension. */
const TYPES = { py: "text/x-python; charset=utf-8", json: "application/json; charset=utf-8" } as const;

export interface TemplateFile {
  template: Template;
  content: Buffer;
  type: string;
}

/** Reads the templates of a folder, a few dozen kB in total. Later requests never read the disk. */
export async function readTemplates(directory: string): Promise<ReadonlyMap<string, TemplateFile>> {
  const { templates } = Listed.parse(JSON.parse(await readFile(join(directory, "templates.json"), "utf8")));
  const files = templates.map(async (listed): Promise<[string, TemplateFile]> => {
    const content = await readFile(join(directory, listed.filename));
    const template = {
      ...listed,
      size: content.length,
      download_url: `/api/v1/templates/download/${listed.id}`,
    };
    return [listed.id, { template, content, type: TYPES[listed.filename.endsWith(".py") ? "py" : "json"] }];
  });
  return new Map(await Promise.all(files));
}
