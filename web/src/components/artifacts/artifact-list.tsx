import type { Artifact } from "@stoa/contract/files";
import { useMemo } from "react";
import { findPreviews } from "../../lib/file-output.ts";
import type { ReloadArtifacts } from "./artifact-link.ts";
import { ArtifactView } from "./artifact-view.tsx";

export interface ArtifactListProps {
  readonly artifacts: readonly Artifact[];
  /** The output of the run, which may contain the first rows of tables. */
  readonly output: unknown;
  readonly reload: ReloadArtifacts;
}

/** Shows the files that an agent returned. */
export default function ArtifactList({ artifacts, output, reload }: ArtifactListProps) {
  const previews = useMemo(() => findPreviews(output), [output]);
  return (
    <ul aria-label="Files" className="grid grid-cols-1 gap-3">
      {artifacts.map((artifact) => (
        <li key={artifact.id} className="min-w-0">
          <ArtifactView artifact={artifact} preview={previews.get(artifact.id)} reload={reload} />
        </li>
      ))}
    </ul>
  );
}
