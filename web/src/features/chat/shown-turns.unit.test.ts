import type { Turn } from "@stoa/contract/conversations";
import { expect, it } from "vitest";
import { IDLE } from "../../lib/run-state.ts";
import { getShownTurns } from "./shown-turns.ts";
import { createTurn } from "./turn.fixture.ts";

const PATH: readonly Turn[] = [1, 2, 3].map((turn) => createTurn(turn));
const RUNNING = { ...IDLE, phase: "executing" as const, runId: "run_9", output: "Hel" };
const getNumbers = (turns: readonly Turn[]) => turns.map(({ turn }) => turn);

it("shows a new message below the current turn", () => {
  const sent = { message: "Hello", input: {}, parent: undefined, previousRun: null };
  const shown = getShownTurns(PATH, sent, RUNNING, false);
  expect(getNumbers(shown.stored)).toEqual([1, 2, 3]);
  expect(shown.sent).toBe(sent);
  expect(shown.sentRun.output).toBe("Hel");
});

it("hides the turns that an edited message replaces", () => {
  const edit = (parent: number | null) =>
    getShownTurns(PATH, { message: "Hello", input: {}, parent, previousRun: null }, RUNNING, false);
  expect(getNumbers(edit(1).stored)).toEqual([1]);
  expect(getNumbers(edit(null).stored)).toEqual([]);
});

it("shows the answer to a message once, as soon as the server has stored its turn", () => {
  const stored = [...PATH, createTurn(4, { run_id: "run_9" })];
  const shown = getShownTurns(
    stored,
    { message: "Hello", input: {}, parent: undefined, previousRun: null },
    RUNNING,
    false,
  );
  expect(getNumbers(shown.stored)).toEqual([1, 2, 3, 4]);
  expect(shown.sent).toBeNull();
});

it("never shows the previous answer below a new message", () => {
  const ended = { ...RUNNING, phase: "ended" as const, runId: "run_8", output: "The previous answer" };
  const sent = { message: "Hello", input: {}, parent: undefined, previousRun: "run_8" };
  expect(getShownTurns(PATH, sent, ended, false).sentRun).toMatchObject({ phase: "executing", output: "" });
});
