import type { StorageKind } from "@stoa/workflow";
import type { WorkflowRun } from "./workflow-runs.ts";

export interface StoredKey {
  kind: StorageKind;
  key: string;
}

/** What runs of an agent keep for its caller from one to the next. Values are JSON texts. */
export interface StoredValues {
  read(run: WorkflowRun, key: StoredKey): Promise<string | undefined>;
  /** @throws RouteRefusal 413 where there is no room */
  write(run: WorkflowRun, key: StoredKey, value: string): Promise<void>;
}

/** Values that end with the process: of a run on its author's own machine. */
export function valuesInMemory(): StoredValues {
  const values = new Map<string, string>();
  const nameOf = ({ kind, key }: StoredKey) => `${kind}/${key}`;
  return {
    read: (_run, key) => Promise.resolve(values.get(nameOf(key))),
    write: (_run, key, value) => {
      values.set(nameOf(key), value);
      return Promise.resolve();
    },
  };
}
