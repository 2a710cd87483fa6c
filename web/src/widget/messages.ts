/**
 * The messages between the page with the widget and its frame. The frame offers a channel to the page's origin, and both
 * then use this channel only: no other window can read or send there.
 */

/** The only message outside of the channel. It carries the frame's end of the channel. */
export const READY = "stoa:ready";

export type Theme = "light" | "dark";

export type PageMessage =
  | {
      type: "start";
      session: string;
      agentName: string;
      greeting: string;
      theme: Theme;
      /** Whether the frame is a part of the page that cannot be closed. */
      isInline: boolean;
    }
  /** Replies to "renew"; null if the page may not embed the agent anymore. */
  | { type: "session"; session: string | null }
  | { type: "theme"; theme: Theme }
  /** The panel was opened, so the message field gets the focus. */
  | { type: "shown" };

export type FrameMessage =
  | { type: "close" }
  /** The session has expired. */
  | { type: "renew" };
