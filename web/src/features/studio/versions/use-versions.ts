import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

function useForgetVersions(id: number) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["versions", id] }),
      client.invalidateQueries({ queryKey: ["agents"] }),
    ]);
}

/** Makes a version the current one: back, or forward again. */
export function useActivate(id: number) {
  return useMutation({
    mutationFn: (number: number) => call("versions.activate", { params: { id, number } }),
    onSuccess: useForgetVersions(id),
  });
}

/** Takes a version back for ever. */
export function useWithdraw(id: number) {
  return useMutation({
    mutationFn: (number: number) => call("versions.withdraw", { params: { id, number } }),
    onSuccess: useForgetVersions(id),
  });
}

interface VersionUpload {
  readonly file: File;
  readonly notes: string;
  /** Of a workflow; empty for what its file says. */
  readonly outputNode: string;
  /** Whether the file may name models that are not offered. */
  readonly allowMissingModels: boolean;
}

/** Uploads a version: it is checked and tried, and becomes the current one, or is refused with its checks. */
export function useUploadVersion(id: number) {
  return useMutation({
    mutationFn: ({ file, notes, outputNode, allowMissingModels }: VersionUpload) => {
      const form = new FormData();
      form.append("notes", notes);
      form.append("output_node", outputNode);
      form.append("allow_missing_models", String(allowMissingModels));
      form.append("file", file, file.name);
      return call("versions.upload", { params: { id }, form });
    },
    onSuccess: useForgetVersions(id),
  });
}
