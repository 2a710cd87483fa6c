export { mountSystemRoutes } from "./routes.ts";
