import type { WidgetSession } from "@stoa/contract/widget";
import { createFrame, linkFrame } from "./frame-link.ts";
import type { FrameMessage, PageMessage, Theme } from "./messages.ts";
import { readOptions, type WidgetOptions } from "./options.ts";
import { Sessions } from "./session.ts";
import { CHAT_ICON, CLOSE_ICON, STYLES } from "./styles.ts";

const DARK = matchMedia("(prefers-color-scheme: dark)");
const PHONE = matchMedia("(max-width: 480px)");

const report = (problem: string) => console.error(`Stoa widget: ${problem}`);

/** The chat of one script tag: a button that opens a panel, or a part of the page. */
class Widget {
  readonly #options: WidgetOptions;
  readonly #sessions: Sessions;
  readonly #name: string;
  /** The container of everything, which has the theme. */
  readonly #root = document.createElement("div");
  readonly #launcher = document.createElement("button");
  readonly #panel = document.createElement("div");
  #session: string;
  #send: (message: PageMessage) => void = () => undefined;
  #isOpen = false;
  #frame: HTMLIFrameElement | undefined;
  /** What the page's own styles said about scrolling before the panel covered a phone's screen. */
  #scrolling = "";

  constructor(options: WidgetOptions, sessions: Sessions, { session, agent }: WidgetSession) {
    this.#options = options;
    this.#sessions = sessions;
    this.#session = session;
    this.#name = agent.name;
  }

  /** Adds the widget to the page. */
  show(): void {
    const { target, position, isOpen } = this.#options;
    const place = target === "" ? document.body : document.querySelector(target);
    if (!place) {
      report(`data-target: the page has no element ${target}.`);
      return;
    }
    const host = document.createElement("div");
    if (target !== "") host.style.cssText = "display:block;width:100%;height:100%";
    const shadow = host.attachShadow({ mode: "open" });
    const styles = new CSSStyleSheet();
    styles.replaceSync(STYLES);
    shadow.adoptedStyleSheets = [styles];
    shadow.append(this.#root);
    this.#followTheme();
    this.#panel.className = target === "" ? `panel ${position}` : "inline";
    place.append(host);
    if (target === "") this.#addLauncher(position);
    else {
      this.#root.style.height = "100%";
      this.#root.append(this.#panel);
      this.#addFrame();
    }
    if (target === "" && isOpen && !PHONE.matches) this.open();
  }

  open(): void {
    if (this.#isOpen || this.#options.target !== "") return;
    this.#isOpen = true;
    if (!this.#frame) this.#addFrame();
    this.#panel.removeAttribute("data-hidden");
    this.#labelLauncher();
    if (PHONE.matches) {
      this.#scrolling = document.documentElement.style.overflow;
      document.documentElement.style.overflow = "hidden";
    }
    // The frame passes the focus on to its message field.
    this.#frame?.focus();
    this.#send({ type: "shown" });
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#panel.setAttribute("data-hidden", "");
    this.#labelLauncher();
    if (document.documentElement.style.overflow === "hidden")
      document.documentElement.style.overflow = this.#scrolling;
    this.#launcher.focus();
  }

  #addLauncher(position: string): void {
    const { classList } = this.#launcher;
    classList.add("launcher", position);
    this.#launcher.type = "button";
    this.#launcher.setAttribute("aria-haspopup", "dialog");
    this.#launcher.addEventListener("click", () => (this.#isOpen ? this.close() : this.open()));
    this.#panel.setAttribute("role", "dialog");
    this.#panel.setAttribute("aria-label", `Chat with ${this.#name}`);
    this.#panel.setAttribute("data-hidden", "");
    this.#panel.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
    this.#labelLauncher();
    // The panel comes first, so that Tab goes from the chat to the button that closes it.
    this.#root.append(this.#panel, this.#launcher);
  }

  #labelLauncher(): void {
    this.#launcher.innerHTML = this.#isOpen ? CLOSE_ICON : CHAT_ICON;
    this.#launcher.setAttribute("aria-expanded", String(this.#isOpen));
    const label = this.#isOpen ? "Close chat" : `Chat with ${this.#name}`;
    this.#launcher.setAttribute("aria-label", label);
    this.#launcher.title = label;
  }

  #addFrame(): void {
    this.#sessions.remember();
    const { store, agent, key, greeting, target } = this.#options;
    const place = new URLSearchParams({ origin: location.origin, theme: this.#getTheme() });
    const frame = createFrame(`${store}/embed/${agent}?key=${key}#${place}`, `Chat with ${this.#name}`);
    this.#send = linkFrame(frame, {
      onReady: () =>
        this.#send({
          type: "start",
          session: this.#session,
          agentName: this.#name,
          greeting,
          theme: this.#getTheme(),
          isInline: target !== "",
        }),
      onMessage: (message) => this.#receive(message),
    });
    this.#frame = frame;
    this.#panel.append(frame);
  }

  #receive({ type }: FrameMessage): void {
    if (type === "close") this.close();
    else if (type === "renew") void this.#renew();
  }

  async #renew(): Promise<void> {
    const renewed = await this.#sessions.begin();
    if (typeof renewed === "string") report(renewed);
    else this.#session = renewed.session;
    this.#send({ type: "session", session: typeof renewed === "string" ? null : renewed.session });
  }

  #getTheme(): Theme {
    const { theme } = this.#options;
    return theme === "auto" ? (DARK.matches ? "dark" : "light") : theme;
  }

  #followTheme(): void {
    const apply = () => {
      this.#root.className = this.#getTheme();
      this.#send({ type: "theme", theme: this.#getTheme() });
    };
    DARK.addEventListener("change", apply);
    apply();
  }
}

async function start(script: HTMLScriptElement): Promise<void> {
  const options = readOptions(script);
  if (typeof options === "string") return report(options);
  const sessions = new Sessions(options);
  const session = await sessions.begin();
  if (typeof session === "string") return report(session);
  const widget = new Widget(options, sessions, session);
  const show = () => widget.show();
  if (document.body === null) addEventListener("DOMContentLoaded", show);
  else show();
}

if (document.currentScript instanceof HTMLScriptElement) void start(document.currentScript);
else report("Load the widget with its script tag, not as a module.");
