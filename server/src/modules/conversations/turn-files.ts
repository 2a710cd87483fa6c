import { type Artifact, FileId } from "@stoa/contract";
import type { JobFile } from "@stoa/runtime/protocol";
import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";
import type { TurnRow } from "./turn-store.ts";

/** The files of turns: those of a message, and those that the agent returned. */
export interface TurnFiles {
  listFiles(turn: TurnRow): Artifact[];
  listArtifacts(turn: TurnRow): Artifact[];
}

/** Returns links to the content of a file and to its preview. */
export type CreateLinks = (file: Pick<JobFile, "id" | "type">) => Pick<Artifact, "url" | "preview_url">;

/** Reads the files of turns that this account still stores, with links to their contents. */
export async function readTurnFiles(
  db: Queryable,
  accountId: string,
  turns: readonly TurnRow[],
  createLinks: CreateLinks,
): Promise<TurnFiles> {
  const ids = turns.flatMap(findIds);
  const runIds = turns.map(({ run_id }) => run_id);
  const { rows } = await sql<JobFile & { runId: string | null }>`
    SELECT id, name, type, bytes, run_id AS "runId" FROM shown_files
    WHERE account_id = ${accountId} AND (id = ANY (${ids}::text[]) OR run_id = ANY (${runIds}::text[]))
    ORDER BY created_at, id`.execute(db);
  const present = ({ id, name, type, bytes }: JobFile) => ({
    id,
    name,
    type,
    size: bytes,
    ...createLinks({ id, type }),
  });
  return {
    listFiles(turn) {
      const given = new Set(findIds(turn));
      return rows.filter(({ id }) => given.has(id)).map(present);
    },
    listArtifacts: (turn) => rows.filter(({ runId }) => runId === turn.run_id).map(present),
  };
}

/** Returns the values of a turn's input that have the form of a file ID. */
function findIds({ input }: TurnRow): string[] {
  const values = Object.values(input ?? {}).flat();
  return values.flatMap((value) => FileId.safeParse(value).data ?? []);
}
