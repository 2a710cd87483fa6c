export { DeclarativeRuntime } from "./declarative-runtime.ts";
