/** The options of a script tag: `<script src=".../widget.js" data-agent="12" data-key="stoa_pk_..." async>`. */
export interface WidgetOptions {
  /** The server that the script was loaded from, which the frame also comes from. */
  readonly store: string;
  readonly agent: number;
  readonly key: string;
  readonly theme: "auto" | "light" | "dark";
  readonly position: "left" | "right";
  /** The first words of the chat; empty if the agent's description is shown instead. */
  readonly greeting: string;
  /** Whether the chat is open when the page loads. */
  readonly isOpen: boolean;
  /** A selector of the element that shows the chat as a part of the page; empty for the button in the corner. */
  readonly target: string;
}

/** Reads the options of a script tag. Returns a sentence that says what is wrong if they are incomplete. */
export function readOptions({
  src,
  dataset,
}: Pick<HTMLScriptElement, "src" | "dataset">): WidgetOptions | string {
  const {
    agent = "",
    key = "",
    theme = "auto",
    position = "right",
    greeting = "",
    open,
    target = "",
  } = dataset;
  if (!/^[1-9]\d{0,9}$/.test(agent)) return "data-agent must be the number of an agent.";
  if (!key.startsWith("stoa_pk_")) return "data-key must be a publishable key, which begins with stoa_pk_.";
  if (theme !== "auto" && theme !== "light" && theme !== "dark")
    return 'data-theme must be "auto", "light" or "dark".';
  if (position !== "left" && position !== "right") return 'data-position must be "left" or "right".';
  const isOpen = open !== undefined && open !== "false";
  return { store: new URL(src).origin, agent: Number(agent), key, theme, position, greeting, isOpen, target };
}
