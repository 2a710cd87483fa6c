import { type Artifact, FileId } from "@stoa/contract";
import type { JobFile, JsonValue } from "@stoa/runtime/protocol";
import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";
import type { LinkedRun } from "./run-store.ts";

/** Returns links to the content of a file and to its preview. */
export type CreateLinks = (file: Pick<JobFile, "id" | "type">) => Pick<Artifact, "url" | "preview_url">;

type Input = NonNullable<LinkedRun["input"]>;

/** The files of a shared run: those that the agent returned, and the input with the names of its files. */
export interface SharedFiles {
  artifacts: Artifact[];
  input: Input;
}

/**
 * Reads the files of a run. Readers of the link get links to the files that the agent returned, and only the names of the
 * files that the caller gave it: they are the caller's own, and often contain more than the caller means to show.
 */
export async function readSharedFiles(
  db: Queryable,
  { id, accountId }: Pick<LinkedRun, "id" | "accountId">,
  input: Input,
  createLinks: CreateLinks,
): Promise<SharedFiles> {
  const ids = Object.values(input)
    .flat()
    .flatMap((value) => FileId.safeParse(value).data ?? []);
  const { rows } = await sql<JobFile & { runId: string | null }>`
    SELECT id, name, type, bytes, run_id AS "runId" FROM shown_files
    WHERE account_id = ${accountId} AND (id = ANY (${ids}::text[]) OR run_id = ${id})
    ORDER BY created_at, id`.execute(db);
  const names = new Map(rows.map((file) => [file.id, file.name]));
  const replaceFile = (value: JsonValue): JsonValue => {
    const file = FileId.safeParse(value);
    return file.success ? { file: names.get(file.data) ?? null } : value;
  };
  return {
    artifacts: rows
      .filter(({ runId }) => runId === id)
      .map(({ id: fileId, name, type, bytes }) => ({
        ...{ id: fileId, name, type, size: bytes },
        ...createLinks({ id: fileId, type }),
      })),
    input: Object.fromEntries(
      Object.entries(input).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(replaceFile) : replaceFile(value),
      ]),
    ),
  };
}
