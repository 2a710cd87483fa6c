import type { InspectReply } from "@stoa/contract/catalog";
import { useState } from "react";
import { useInspect } from "../../../queries/my-agents.ts";
import type { FileDropProps } from "./file-drop.tsx";
import { fileProblem } from "./file-problem.ts";
import { useWindowDrop } from "./use-window-drop.ts";

export interface AgentFileEvents {
  /** Another file was chosen: what was said of the last one no longer holds. */
  readonly onChosen: () => void;
  readonly onInspected?: (inspection: InspectReply) => void;
}

export interface AgentFile {
  readonly drop: FileDropProps;
  readonly inspection: InspectReply | undefined;
  readonly inspecting: boolean;
  readonly choose: (file: File) => void;
  /** Whether the file may name models that are not offered. */
  readonly allowMissingModels: boolean;
  /** Changes that, and has the file read again. */
  readonly setAllowMissingModels: (allow: boolean) => void;
  /** The file that may be sent; without one the reason shows. */
  readonly require: () => File | null;
  /** Shows what the server found wrong with it. */
  readonly refuse: (reason: string) => void;
}

/** The file of an upload: its type is checked before anything is sent, then it is read by its syntax. */
export function useAgentFile({ onChosen, onInspected }: AgentFileEvents): AgentFile {
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [allowMissingModels, setAllow] = useState(false);
  const inspect = useInspect();

  function choose(chosen: File): void {
    const problem = fileProblem(chosen);
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
      const problem = fileProblem(file);
      setError(problem);
      return problem === null ? file : null;
    },
    refuse: setError,
  };
}
