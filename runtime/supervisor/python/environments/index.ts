export {
  type EnvironmentName,
  isPresent,
  type MissingEnvironment,
  type PythonEnvironment,
  type PythonEnvironments,
} from "./environment.ts";
export { findEnvironments } from "./find-environments.ts";
export { findEnvironmentsDirectory } from "./location.ts";
export { type SetUpOptions, setUpEnvironments } from "./set-up.ts";
