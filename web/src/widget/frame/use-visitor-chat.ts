import type { WidgetTurn } from "@stoa/contract/widget";
import { WIDGET_TEXTS } from "@stoa/contract/widget-texts";
import { useCallback, useEffect, useRef, useState } from "react";
import { isRunActive } from "../../lib/run-state.ts";
import { followAnswer } from "./follow-answer.ts";
import { type AnswerPart, type VisitorApi, VisitorError } from "./visitor-api.ts";

/** A message whose answer is arriving. */
export interface LiveAnswer {
  readonly message: string;
  readonly runId: string | null;
  readonly text: string;
  readonly isStopping: boolean;
}

const describe = (error: unknown) => (error instanceof VisitorError ? error.message : WIDGET_TEXTS.lost);

/** Manages a visitor's conversation: its turns, the answer that is arriving, and what went wrong. */
export function useVisitorChat(api: VisitorApi) {
  /** Null until the conversation has been read. */
  const [turns, setTurns] = useState<readonly WidgetTurn[] | null>(null);
  const [live, setLive] = useState<LiveAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isNew, setIsNew] = useState(false);
  /** Whether the conversation has been read, or could not be read. A message that is sent earlier waits for it. */
  const reading = useRef<Promise<unknown>>(Promise.resolve());

  const receive = useCallback(
    async (message: string, answer: AsyncGenerator<AnswerPart>): Promise<boolean> => {
      const show = (runId: string, text: string) =>
        setLive((before) => ({ message, runId, text, isStopping: before?.isStopping ?? false }));
      try {
        const result = await followAnswer(api, answer, show);
        setTurns((before) => [...(before ?? []), { ...result, message }]);
        return true;
      } catch (error) {
        setProblem(describe(error));
        return false;
      } finally {
        setLive(null);
      }
    },
    [api],
  );

  const load = useCallback(async () => {
    setProblem(null);
    try {
      const began = api.readTurns();
      reading.current = began.catch(() => undefined);
      const read = await began;
      const last = read.at(-1);
      const isActive = last !== undefined && isRunActive(last.status);
      setTurns(isActive ? read.slice(0, -1) : read);
      if (!isActive) return;
      setLive({ message: last.message, runId: last.run_id, text: "", isStopping: false });
      await receive(last.message, api.follow(last.run_id));
    } catch (error) {
      setProblem(describe(error));
    }
  }, [api, receive]);
  useEffect(() => void load(), [load]);

  /** Sends a message. Returns whether the agent received it; otherwise `problem` says why not. */
  const send = async (message: string): Promise<boolean> => {
    setProblem(null);
    setLive({ message, runId: null, text: "", isStopping: false });
    await reading.current;
    const isReceived = await receive(message, api.send(message, isNew));
    if (isReceived) setIsNew(false);
    return isReceived;
  };
  const stop = () => {
    if (live === null || live.runId === null || live.isStopping) return;
    setLive({ ...live, isStopping: true });
    api.cancel(live.runId).catch((error: unknown) => setProblem(describe(error)));
  };
  /** Shows an empty conversation, which begins with the next message. */
  const startNew = () => {
    setTurns([]);
    setIsNew(true);
    setProblem(null);
  };
  return { turns, live, problem, reload: load, send, stop, startNew };
}
