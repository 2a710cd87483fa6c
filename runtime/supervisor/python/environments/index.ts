export {
  ENVIRONMENT_NAMES,
  type EnvironmentName,
  isPresent,
  type MissingEnvironment,
  type PythonEnvironment,
  type PythonEnvironments,
  TIKTOKEN_FOLDER,
} from "./environment.ts";
export { type FindOptions, findEnvironments } from "./find-environments.ts";
export { environmentsDirectory } from "./location.ts";
export { makeEnvironments } from "./make-environments.ts";
