import { Mic } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { IconButton } from "../../components/icon-button.tsx";
import { cx } from "../../lib/class-names.ts";
import { notify } from "../../lib/notify.ts";
import { useVoiceInput } from "./use-voice-input.ts";
import { VOICE_TEXTS } from "./voice-texts.ts";

const KEY = "stoa.voice";

/** Returns whether this browser has never used voice input here, and remembers that it has now. */
function isFirstUse(): boolean {
  try {
    const isFirst = localStorage.getItem(KEY) === null;
    localStorage.setItem(KEY, "used");
    return isFirst;
  } catch {
    // Without storage, the hint is shown each time.
    return true;
  }
}

/** Writes words at the caret of a text area, with a space before them if they follow a word. Returns the new text. */
function insertAtCaret(box: HTMLTextAreaElement, words: string): string {
  const { value, selectionStart, selectionEnd } = box;
  const space = /\S$/.test(value.slice(0, selectionStart)) ? " " : "";
  box.setRangeText(space + words, selectionStart, selectionEnd, "end");
  return box.value;
}

interface VoiceButtonProps {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  /** Whether the agent answers. A message that was sent must not get words that belong to it later. */
  readonly isRunning: boolean;
  readonly onChange: (text: string) => void;
}

/** Turns what the user says into text of the message. Escape stops listening. */
export default function VoiceButton({ box, isRunning, onChange }: VoiceButtonProps) {
  const [hasHint, setHasHint] = useState(false);
  const [wasUsed, setUsed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { phase, interim, start, stop, cancel } = useVoiceInput({
    onText: (words) => {
      if (box.current) onChange(insertAtCaret(box.current, words));
    },
    onError: (text) => void notify.error(text),
    onEnd: () => {
      // With a keyboard, the user continues in the message. On a phone, the focus would open the keyboard.
      const hadFocus = document.activeElement === button.current;
      if (hadFocus && matchMedia("(pointer: fine)").matches) box.current?.focus();
    },
  });
  const isActive = phase !== "idle";
  const status = isActive ? VOICE_TEXTS[phase] : wasUsed ? VOICE_TEXTS.stopped : "";

  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Escape also stops the agent and closes dialogs.
    event.preventDefault();
    event.stopPropagation();
    stop();
  });
  useEffect(() => {
    if (!isActive) return;
    window.addEventListener("keydown", onEscape, { capture: true });
    return () => window.removeEventListener("keydown", onEscape, { capture: true });
  }, [isActive]);
  const onRunning = useEffectEvent(cancel);
  useEffect(() => {
    if (isRunning) onRunning();
  }, [isRunning]);
  return (
    <>
      <IconButton
        ref={button}
        label="Voice input"
        aria-pressed={isActive}
        className={cx("size-11", isActive && "bg-signal text-on-signal hover:bg-signal-hover")}
        onClick={() => {
          if (isActive) return stop();
          setHasHint(isFirstUse());
          setUsed(true);
          start();
        }}
      >
        <Mic aria-hidden="true" size={18} />
      </IconButton>
      <div
        className={
          isActive
            ? "absolute inset-x-0 bottom-full mb-2 grid gap-1 rounded-6 border border-control bg-surface px-4 py-3 text-14"
            : "sr-only"
        }
      >
        <p role="status">
          {status}
          {isActive && hasHint && ` ${VOICE_TEXTS.vendorHint}`}
        </p>
        {/* Words that may still change would be announced again and again. */}
        {interim !== "" && (
          <p aria-hidden="true" className="wrap-anywhere line-clamp-2 text-ink-2">
            {interim}
          </p>
        )}
      </div>
    </>
  );
}
