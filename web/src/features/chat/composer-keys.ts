/** What a key press in the composer means. */
type ComposerAction = "send" | "stop" | "cancel_edit" | "edit_last";

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** Whether an input method is composing a character, which Enter only confirms. */
  readonly isComposing: boolean;
}

interface ComposerState {
  readonly text: string;
  readonly isRunning: boolean;
  readonly isEditing: boolean;
}

/** Returns what a key press means; null if the text area handles the key itself. */
export function getComposerAction(pressed: PressedKey, state: ComposerState): ComposerAction | null {
  if (pressed.isComposing) return null;
  if (pressed.key === "Enter" && !pressed.shiftKey && !pressed.altKey) return "send";
  if (pressed.key === "Escape") {
    if (state.isEditing) return "cancel_edit";
    return state.isRunning ? "stop" : null;
  }
  const hasModifier = pressed.shiftKey || pressed.ctrlKey || pressed.metaKey || pressed.altKey;
  if (pressed.key === "ArrowUp" && !hasModifier && state.text === "" && !state.isRunning) return "edit_last";
  return null;
}
