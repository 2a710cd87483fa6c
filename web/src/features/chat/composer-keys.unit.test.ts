import { expect, it } from "vitest";
import { getComposerAction } from "./composer-keys.ts";

const IDLE = { text: "Hello", isRunning: false, isEditing: false };
const press = (key: string, more = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...more,
});

it("sends on Enter, and adds a line on Shift+Enter", () => {
  expect(getComposerAction(press("Enter"), IDLE)).toBe("send");
  expect(getComposerAction(press("Enter", { ctrlKey: true }), IDLE)).toBe("send");
  expect(getComposerAction(press("Enter", { shiftKey: true }), IDLE)).toBeNull();
});

it("does not send while an input method composes a character", () => {
  expect(getComposerAction(press("Enter", { isComposing: true }), IDLE)).toBeNull();
});

it("stops a run on Escape, after it has left an edit", () => {
  expect(getComposerAction(press("Escape"), { ...IDLE, isRunning: true })).toBe("stop");
  expect(getComposerAction(press("Escape"), { ...IDLE, isEditing: true })).toBe("cancel_edit");
  expect(getComposerAction(press("Escape"), IDLE)).toBeNull();
});

it("edits the last message on arrow up in an empty composer only", () => {
  expect(getComposerAction(press("ArrowUp"), { ...IDLE, text: "" })).toBe("edit_last");
  expect(getComposerAction(press("ArrowUp"), IDLE)).toBeNull();
  expect(getComposerAction(press("ArrowUp", { shiftKey: true }), { ...IDLE, text: "" })).toBeNull();
  expect(getComposerAction(press("ArrowUp"), { ...IDLE, text: "", isRunning: true })).toBeNull();
});
