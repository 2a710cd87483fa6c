import { templateRoutes } from "@stoa/contract";
import { notFound } from "../../platform/http/app-error.ts";
import { HANDLED, type Mount } from "../../platform/http/mount.ts";
import type { TemplateFile } from "./template-files.ts";

export function mountTemplateRoutes(mount: Mount, files: ReadonlyMap<string, TemplateFile>): void {
  const catalog = { templates: [...files.values()].map(({ template }) => template) };

  mount.open(templateRoutes.catalog, () => catalog);

  mount.open(templateRoutes.download, ({ params, reply }) => {
    const file = files.get(params.id);
    if (!file) throw notFound("Template");
    reply
      .type(file.type)
      .header("content-disposition", `attachment; filename="${file.template.filename}"`)
      .send(file.content);
    return HANDLED;
  });
}
