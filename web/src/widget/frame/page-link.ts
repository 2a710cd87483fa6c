import { type FrameMessage, type PageMessage, READY, type Theme } from "../messages.ts";

/** The page that shows this frame. */
export interface PageLink
  extends Omit<Extract<PageMessage, { type: "start" }>, "type" | "theme" | "session"> {
  readonly session: string;
  readonly close: () => void;
  /** Returns a new session, or null if the page may not embed the agent anymore. */
  readonly renewSession: () => Promise<string | null>;
  /** Calls a function each time the panel opens. */
  readonly onShown: (listener: () => void) => void;
}

/**
 * Offers the page a channel. The browser delivers the offer only if the page has the origin that the widget named, and
 * shows this frame only within pages of the key's origins.
 */
export function connectToPage(): { theme: Theme; page: Promise<PageLink> } {
  const place = new URLSearchParams(location.hash.slice(1));
  const { port1: port, port2: offered } = new MessageChannel();
  const send = (message: FrameMessage) => port.postMessage(message);
  let receiveSession: (session: string | null) => void = () => undefined;
  let onShown: () => void = () => undefined;
  const renewSession = () =>
    new Promise<string | null>((resolve) => {
      receiveSession = resolve;
      send({ type: "renew" });
    });
  const page = new Promise<PageLink>((resolve) => {
    port.onmessage = ({ data }: MessageEvent<PageMessage>) => {
      if (data.type === "theme" || data.type === "start") document.documentElement.dataset.theme = data.theme;
      if (data.type === "session") receiveSession(data.session);
      if (data.type === "shown") onShown();
      if (data.type !== "start") return;
      resolve({
        ...data,
        close: () => send({ type: "close" }),
        renewSession,
        onShown: (listener) => {
          onShown = listener;
        },
      });
    };
  });
  parent.postMessage(READY, place.get("origin") ?? "null:", [offered]);
  return { theme: place.get("theme") === "dark" ? "dark" : "light", page };
}
