import type { ExecutionResult } from "@stoa/contract/runs";
import { useReloadArtifacts } from "../../queries/runs.ts";
import { LazyArtifactList } from "./lazy-artifact-list.tsx";

type RunArtifactsProps = Pick<ExecutionResult, "artifacts" | "agent_output"> & { readonly runId: string };

/** Shows the files that one of the user's runs returned; nothing if there are none. */
export function RunArtifacts(props: RunArtifactsProps) {
  return props.artifacts.length === 0 ? null : <ArtifactsOfRun {...props} />;
}

function ArtifactsOfRun({ runId, artifacts, agent_output: output }: RunArtifactsProps) {
  const reload = useReloadArtifacts(runId);
  return <LazyArtifactList artifacts={artifacts} output={output} reload={reload} />;
}
