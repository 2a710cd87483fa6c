import { type FrameMessage, type PageMessage, READY } from "./messages.ts";

/**
 * Creates the frame of a chat, in the strictest sandbox in which it works: scripts, its form, and links that open in new
 * tabs. Without `allow-same-origin` its origin is opaque, so it reaches neither the page nor the store's own storage.
 */
export function createFrame(source: string, title: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox");
  frame.allow = "clipboard-write";
  frame.referrerPolicy = "no-referrer";
  frame.title = title;
  frame.src = source;
  return frame;
}

interface FrameLinkOptions {
  /** Called when the frame is ready. */
  readonly onReady: () => void;
  readonly onMessage: (message: FrameMessage) => void;
}

/**
 * Listens for the channel that the frame offers. Only the first one counts: if the frame ever showed another page, that
 * page would not get the visitor's session.
 * @returns the function that sends messages to the frame once it is ready
 */
export function linkFrame(
  frame: HTMLIFrameElement,
  { onReady, onMessage }: FrameLinkOptions,
): (message: PageMessage) => void {
  let port: MessagePort | undefined;
  const listen = (event: MessageEvent) => {
    const [offered] = event.ports;
    if (event.source !== frame.contentWindow || event.data !== READY || offered === undefined) return;
    removeEventListener("message", listen);
    port = offered;
    port.onmessage = ({ data }: MessageEvent<FrameMessage>) => onMessage(data);
    onReady();
  };
  addEventListener("message", listen);
  return (message) => port?.postMessage(message);
}
