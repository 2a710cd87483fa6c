import * as z from "zod";
import { Category, FrameworkName } from "./catalog.ts";
import { defineRoute } from "./routes.ts";
import { Json } from "./values.ts";

export const TemplateDifficulty = z
  .enum(["beginner", "intermediate", "advanced"])
  .meta({ id: "TemplateDifficulty" });

/** A file that developers can start from. It can be uploaded and run unchanged. */
export const Template = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    framework: FrameworkName,
    library: z.string().nullable().meta({
      description:
        "The framework whose packages the file declares, such as `CrewAI`; `null` if it declares none",
    }),
    agent_type: z
      .string()
      .meta({ description: "`agent_type` of an agent that is created from the template" }),
    category: Category.meta({ description: "Category of an agent that is created from the template" }),
    difficulty: TemplateDifficulty,
    shows: z.array(z.string()).meta({ description: "What the template demonstrates" }),
    connectors: z.array(z.string()).meta({ description: "Services that the caller must have connected" }),
    filename: z.string(),
    size: z.int().meta({ description: "Size of the file in bytes" }),
    download_url: z.string(),
  })
  .meta({ id: "Template" });
export type Template = z.infer<typeof Template>;

export const TemplateCatalog = z.object({ templates: z.array(Template) }).meta({ id: "TemplateCatalog" });

const tag = "Templates";

export const templateRoutes = {
  catalog: defineRoute({
    method: "GET",
    path: "/templates/catalog",
    auth: "public",
    tag,
    summary: "List templates",
    status: 200,
    reply: TemplateCatalog,
  }),
  download: defineRoute({
    method: "GET",
    path: "/templates/download/:id",
    auth: "public",
    tag,
    summary: "Download a template",
    params: z.object({ id: z.string().max(64) }),
    status: 200,
    reply: z.string(),
    replyTypes: { "text/x-python": z.string(), "application/json": z.record(z.string(), Json) },
    fails: [404],
  }),
} as const;
