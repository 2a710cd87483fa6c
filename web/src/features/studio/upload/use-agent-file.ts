import { LIMITS } from "@stoa/contract/limits";
import { TEXTS } from "@stoa/contract/texts";
import type { InspectReply } from "@stoa/contract/uploads";
import { useEffect, useEffectEvent, useState } from "react";
import { useInspect } from "../../../queries/my-agents.ts";
import type { FileDropProps } from "./file-drop.tsx";

/**
 * Accepts files that are dropped anywhere in the window.
 * @returns whether a file is being dragged over the window.
 */
function useWindowDrop(onFile: (file: File) => void): boolean {
  const [dragged, setDragged] = useState(false);
  const take = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    setDragged(false);
    const file = event.dataTransfer?.files[0];
    if (file) onFile(file);
  });
  useEffect(() => {
    const handleDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setDragged(true);
    };
    const handleDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragged(false);
    };
    const drop = (event: DragEvent) => take(event);
    addEventListener("dragover", handleDragOver);
    addEventListener("dragleave", handleDragLeave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", handleDragOver);
      removeEventListener("dragleave", handleDragLeave);
      removeEventListener("drop", drop);
    };
  }, []);
  return dragged;
}

/** Returns the problem of a chosen file before it is sent; `null` if it may be sent. */
function findFileProblem(file: File | null): string | null {
  if (file === null) return TEXTS.upload.fileRequired;
  if (/\.ipynb$/i.test(file.name)) return TEXTS.upload.notebook;
  const isArchive = /\.zip$/i.test(file.name);
  if (!isArchive && !/\.(py|json)$/i.test(file.name)) return TEXTS.upload.fileType;
  const most = isArchive ? LIMITS.archiveMaxBytes : LIMITS.uploadMaxBytes;
  if (file.size > most) return `The file is larger than ${most / 1024 / 1024} MB`;
  return null;
}

interface AgentFileEvents {
  /** Called when the user chooses another file, so that the results of the previous one are outdated. */
  readonly onChosen: () => void;
  readonly onInspected?: (inspection: InspectReply) => void;
}

interface AgentFile {
  readonly drop: FileDropProps;
  readonly inspection: InspectReply | undefined;
  readonly inspecting: boolean;
  readonly choose: (file: File) => void;
  /** Whether the file may name models that this server does not offer. */
  readonly allowMissingModels: boolean;
  /** Changes `allowMissingModels` and checks the file again. */
  readonly setAllowMissingModels: (allow: boolean) => void;
  /** Returns the file if it may be sent; otherwise shows the problem. */
  readonly require: () => File | null;
  /** Shows the server's problem with the file. */
  readonly refuse: (reason: string) => void;
}

/** Manages the file of an upload: its type and size are checked here, and then the server inspects it. */
export function useAgentFile({ onChosen, onInspected }: AgentFileEvents): AgentFile {
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [allowMissingModels, setAllow] = useState(false);
  const inspect = useInspect();

  function choose(chosen: File): void {
    const problem = findFileProblem(chosen);
    setFile(problem === null ? chosen : null);
    setError(problem);
    setAllow(false);
    inspect.reset();
    onChosen();
    if (problem === null)
      inspect.mutate(
        { file: chosen, allowMissingModels: false },
        { onSuccess: (reply) => onInspected?.(reply) },
      );
  }

  function setAllowMissingModels(allow: boolean): void {
    setAllow(allow);
    if (file) inspect.mutate({ file, allowMissingModels: allow });
  }

  const dragged = useWindowDrop(choose);
  return {
    drop: { file, error, dragged, onFile: choose },
    inspection: inspect.data,
    inspecting: inspect.isPending,
    choose,
    allowMissingModels,
    setAllowMissingModels,
    require: () => {
      const problem = findFileProblem(file);
      setError(problem);
      return problem === null ? file : null;
    },
    refuse: setError,
  };
}
