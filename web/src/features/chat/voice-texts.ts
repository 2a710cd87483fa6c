export const VOICE_TEXTS = {
  starting: "Allow the microphone to speak your message.",
  listening: "Listening. Press the button again or Escape to stop.",
  stopped: "Voice input stopped.",
  /** Shown the first time. Stoa cannot know what each browser does. */
  vendorHint: "Your browser may send your voice to its vendor, which turns it into text.",
  blocked: "The microphone is blocked. Allow it for this site in your browser's settings, then try again.",
  noMicrophone: "No microphone was found. Connect one, then try again.",
  noConnection: "Could not reach your browser's speech service. Check your connection, then try again.",
  nothingHeard: "Nothing was heard. Please try again.",
  noLanguage: "Your browser cannot turn speech in your language into text. Please type your message.",
  failed: "Voice input failed. Please type your message.",
} as const;

const ERRORS: Readonly<Record<string, string>> = {
  "not-allowed": VOICE_TEXTS.blocked,
  "service-not-allowed": VOICE_TEXTS.blocked,
  "audio-capture": VOICE_TEXTS.noMicrophone,
  network: VOICE_TEXTS.noConnection,
  "no-speech": VOICE_TEXTS.nothingHeard,
  "language-not-supported": VOICE_TEXTS.noLanguage,
};

/** Returns what to tell the user about an error of the browser's speech recognition; null if they stopped it. */
export function describeVoiceError(error: string): string | null {
  return error === "aborted" ? null : (ERRORS[error] ?? VOICE_TEXTS.failed);
}
