export { mountTemplateRoutes } from "./routes.ts";
export { readTemplates } from "./template-files.ts";
