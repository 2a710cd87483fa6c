import type { InputParam } from "@stoa/contract/catalog";
import type { StoredFile } from "@stoa/contract/files";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFileUploads } from "../../components/files/use-file-uploads.ts";
import { formatFileIds, hasPendingFile, parseFileIds } from "../../lib/file-input.ts";
import type { TypedInput } from "../../lib/input-fields.ts";
import { chooseParam } from "./attachment-slots.ts";

export interface AttachmentsProps {
  /** The agent's parameters that take files. */
  readonly params: readonly InputParam[];
  readonly values: TypedInput;
  readonly onChange: (name: string, value: string) => void;
}

/** A file that goes with the message, and the parameter that takes it. */
export interface Attachment {
  readonly id: string;
  readonly param: InputParam;
}

/** Manages the files that go with a message. A parameter's value is pending while one of its files is uploaded. */
export function useAttachments({ params, values, onChange }: AttachmentsProps) {
  const [announcement, setAnnouncement] = useState("");
  /** The name of the parameter of each file that is not uploaded yet. */
  const targets = useRef(new Map<string, string>());
  const getIds = (param: InputParam) => parseFileIds(param, values[param.name] ?? "");
  // Two uploads may end before the composer renders again.
  const latest = useRef<ReadonlyMap<string, readonly string[]>>(new Map());
  useEffect(() => {
    latest.current = new Map(
      params.map((param) => [param.name, parseFileIds(param, values[param.name] ?? "")]),
    );
  }, [params, values]);

  const isPending = (param: InputParam, except?: string) =>
    uploads.pending.some(({ key }) => key !== except && targets.current.get(key) === param.name);
  const setIds = (param: InputParam, ids: readonly string[], pending: boolean) => {
    latest.current = new Map(latest.current).set(param.name, ids);
    onChange(param.name, formatFileIds(param, ids, pending));
  };
  const uploads = useFileUploads(({ id, name }: StoredFile, key) => {
    const param = params.find(({ name: target }) => target === targets.current.get(key));
    if (param === undefined) return;
    const ids = param.type === "files" ? [...(latest.current.get(param.name) ?? []), id] : [id];
    setIds(param, ids, isPending(param, key));
    setAnnouncement(`${name} is attached`);
  });

  const update = useEffectEvent(() => {
    for (const param of params) {
      const pending = isPending(param);
      if (hasPendingFile(param, values[param.name] ?? "") !== pending) setIds(param, getIds(param), pending);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chat may also replace the values
  useEffect(() => update(), [uploads.pending, values]);

  /** Attaches files and returns how many there was no room for. */
  const add = (files: readonly File[]): number => {
    const counts = new Map(
      params.map((param) => {
        const waiting = uploads.pending.filter(({ key }) => targets.current.get(key) === param.name);
        return [param.name, getIds(param).length + waiting.length];
      }),
    );
    const placed: { file: File; param: InputParam }[] = [];
    for (const file of files) {
      const param = chooseParam(params, counts, file.name);
      if (param === undefined) continue;
      counts.set(param.name, (counts.get(param.name) ?? 0) + 1);
      placed.push({ file, param });
    }
    const added = uploads.add(placed.map(({ file }) => file));
    added.forEach(({ key }, index) => {
      const param = placed[index]?.param;
      if (param !== undefined) targets.current.set(key, param.name);
    });
    return files.length - placed.length;
  };
  const failed = uploads.pending.findLast(({ status }) => status === "failed");
  return {
    attached: params.flatMap((param) => getIds(param).map((id): Attachment => ({ id, param }))),
    uploads,
    add,
    remove: ({ id, param }: Attachment) =>
      setIds(
        param,
        getIds(param).filter((other) => other !== id),
        isPending(param),
      ),
    announcement: failed === undefined ? announcement : `${failed.file.name}: ${failed.problem}`,
  };
}
