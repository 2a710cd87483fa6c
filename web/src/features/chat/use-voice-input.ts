import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { describeVoiceError, VOICE_TEXTS } from "./voice-texts.ts";

/** The part of the browser's speech recognition that is used here. TypeScript's library does not declare it. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onstart: (() => void) | null;
  onresult: ((event: SpeechRecognitionEvent) => void) | null;
  onerror: ((event: SpeechRecognitionErrorEvent) => void) | null;
  onend: (() => void) | null;
  start: () => void;
  stop: () => void;
  abort: () => void;
}

interface RecognitionWindow {
  readonly SpeechRecognition?: new () => Recognition;
  readonly webkitSpeechRecognition?: new () => Recognition;
}

export type VoicePhase = "idle" | "starting" | "listening";

interface VoiceHandlers {
  /** Called with words that will not change anymore. */
  readonly onText: (text: string) => void;
  readonly onError: (text: string) => void;
  readonly onEnd: () => void;
}

function createRecognition(): Recognition | null {
  const { SpeechRecognition, webkitSpeechRecognition }: RecognitionWindow = window as RecognitionWindow;
  const Constructor = SpeechRecognition ?? webkitSpeechRecognition;
  return Constructor === undefined ? null : new Constructor();
}

/** Reads the new words of an event: those that are final, and those that may still change. */
function readWords({ resultIndex, results }: SpeechRecognitionEvent) {
  const words = { final: "", interim: "" };
  for (const result of [...results].slice(resultIndex))
    words[result.isFinal ? "final" : "interim"] += result[0]?.transcript ?? "";
  return words;
}

/** Manages the browser's speech recognition, which turns what the user says into text. */
export function useVoiceInput(handlers: VoiceHandlers) {
  const [phase, setPhase] = useState<VoicePhase>("idle");
  const [interim, setInterim] = useState("");
  const active = useRef<Recognition | null>(null);
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => () => active.current?.abort(), []);

  const listen = (recognition: Recognition) => {
    const end = () => {
      if (active.current === recognition) active.current = null;
      setPhase("idle");
      setInterim("");
      latest.current.onEnd();
    };
    recognition.lang = navigator.language;
    // On phones, browsers repeat words if they listen beyond the first pause.
    recognition.continuous = !matchMedia("(pointer: coarse)").matches;
    recognition.interimResults = true;
    recognition.onstart = () => setPhase("listening");
    recognition.onresult = (event) => {
      const words = readWords(event);
      setInterim(words.interim);
      if (words.final.trim() !== "") latest.current.onText(words.final.trim());
    };
    recognition.onerror = ({ error }) => {
      const text = describeVoiceError(error);
      if (text !== null) latest.current.onError(text);
    };
    recognition.onend = end;
    active.current = recognition;
    setPhase("starting");
    try {
      recognition.start();
    } catch {
      end();
      latest.current.onError(VOICE_TEXTS.failed);
    }
  };

  return {
    phase,
    interim,
    start: () => {
      const recognition = active.current === null ? createRecognition() : null;
      if (recognition !== null) listen(recognition);
    },
    /** Stops listening. The words that were spoken so far still arrive. */
    stop: () => active.current?.stop(),
    /** Stops listening and forgets what is not text yet. */
    cancel: () => active.current?.abort(),
  };
}
