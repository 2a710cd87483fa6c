import { PLAN_FILE_MAX_BYTES, type StoredFile } from "@stoa/contract/files";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { getServerDetail } from "../../lib/http-error.ts";
import { useCurrentUser } from "../../queries/current-user.ts";
import { uploadFile } from "../../queries/file-uploads.ts";
import { addKnownFile } from "../../queries/files.ts";
import { findFileProblem } from "./file-problem.ts";

/** A file that is not stored on the server yet. */
export interface PendingFile {
  readonly key: string;
  readonly file: File;
  readonly status: "waiting" | "uploading" | "failed";
  /** The number of bytes that have been sent. */
  readonly sent: number;
  /** Why the upload failed. */
  readonly problem: string | null;
  /** Whether another attempt can succeed. */
  readonly canRetry: boolean;
}

/** The number of files that are uploaded at the same time. More would not be faster over one connection. */
const PARALLEL = 2;

const FAILED = "The connection was interrupted. Retry to continue the upload.";

/** An upload that runs or was interrupted. */
interface Transfer {
  readonly controller: AbortController;
  resumeId: string | undefined;
}

function createPending(file: File, maxBytes: number | undefined): PendingFile {
  const problem = findFileProblem(file, maxBytes);
  const status = problem === null ? "waiting" : "failed";
  return { key: crypto.randomUUID(), file, status, sent: 0, problem, canRetry: false };
}

/** Uploads files, two at a time, and calls `onUploaded` with each one. Unmounting cancels the uploads. */
export function useFileUploads(onUploaded: (file: StoredFile, key: string) => void) {
  const [pending, setPending] = useState<readonly PendingFile[]>([]);
  const transfers = useRef(new Map<string, Transfer>());
  const plan = useCurrentUser().data?.plan_type;
  const client = useQueryClient();
  const emitUploaded = useEffectEvent(onUploaded);

  const change = (key: string, next: Partial<PendingFile>) =>
    setPending((now) => now.map((entry) => (entry.key === key ? { ...entry, ...next } : entry)));
  const drop = (key: string) => setPending((now) => now.filter((entry) => entry.key !== key));

  const transfer = useEffectEvent(async ({ key, file }: PendingFile) => {
    const own: Transfer = {
      controller: new AbortController(),
      resumeId: transfers.current.get(key)?.resumeId,
    };
    transfers.current.set(key, own);
    const { signal } = own.controller;
    try {
      const stored = await uploadFile(file, {
        signal,
        resumeId: own.resumeId,
        onStarted: (id) => {
          own.resumeId = id;
        },
        onProgress: (sent) => !signal.aborted && change(key, { sent }),
      });
      if (signal.aborted) return;
      addKnownFile(client, stored);
      transfers.current.delete(key);
      drop(key);
      emitUploaded(stored, key);
    } catch (error) {
      if (signal.aborted) return;
      const detail = getServerDetail(error);
      change(key, { status: "failed", problem: detail ?? FAILED, canRetry: true });
    }
  });

  useEffect(() => {
    const active = pending.filter(({ status }) => status === "uploading").length;
    const next = pending.find(({ status }) => status === "waiting");
    if (next === undefined || active >= PARALLEL) return;
    setPending((now) =>
      now.map((entry) => (entry.key === next.key ? { ...entry, status: "uploading" } : entry)),
    );
    void transfer(next);
  }, [pending]);

  const abortAll = useEffectEvent(() => {
    for (const { controller } of transfers.current.values()) controller.abort();
  });
  useEffect(() => () => abortAll(), []);

  return {
    pending,
    add: (files: readonly File[]) => {
      const maxBytes = plan === undefined ? undefined : PLAN_FILE_MAX_BYTES[plan];
      const added = files.map((file) => createPending(file, maxBytes));
      setPending((now) => [...now, ...added]);
      return added;
    },
    retry: (key: string) => change(key, { status: "waiting", problem: null }),
    /** Cancels an upload, or removes a failed one. */
    remove: (key: string) => {
      transfers.current.get(key)?.controller.abort();
      transfers.current.delete(key);
      drop(key);
    },
    clear: () => {
      for (const { controller } of transfers.current.values()) controller.abort();
      transfers.current.clear();
      setPending([]);
    },
  };
}
