import type { StorageKind } from "@stoa/workflow";
import type { WorkflowRun } from "./workflow-runs.ts";

export interface StoredKey {
  kind: StorageKind;
  key: string;
}

/** Values that an agent stores for a caller between runs, as JSON. */
export interface StoredValues {
  read(run: WorkflowRun, key: StoredKey): Promise<string | undefined>;
  /** @throws RouteRefusal 413 if the storage is full */
  write(run: WorkflowRun, key: StoredKey, value: string): Promise<void>;
}

/** Creates a store whose values are lost when the process ends, for runs on a developer's own machine. */
export function createValuesInMemory(): StoredValues {
  const values = new Map<string, string>();
  const formatName = ({ kind, key }: StoredKey) => `${kind}/${key}`;
  return {
    read: (_run, key) => Promise.resolve(values.get(formatName(key))),
    write: (_run, key, value) => {
      values.set(formatName(key), value);
      return Promise.resolve();
    },
  };
}
