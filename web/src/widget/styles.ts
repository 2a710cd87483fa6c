/** The styles of the button and the panel, in a shadow root, so that they and the page's styles do not mix. */
export const STYLES = `
:host { all: initial; color-scheme: light dark; }
* { box-sizing: border-box; }
.launcher {
  position: fixed; bottom: max(20px, env(safe-area-inset-bottom)); z-index: 2147483000;
  width: 56px; height: 56px; padding: 0; border: 1px solid var(--line); border-radius: 50%;
  background: var(--surface); color: var(--ink); cursor: pointer;
  display: grid; place-items: center; box-shadow: var(--shadow); transition: transform 120ms ease-out;
}
.launcher:hover { transform: scale(1.05); }
.launcher:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
.panel {
  position: fixed; bottom: calc(max(20px, env(safe-area-inset-bottom)) + 68px); z-index: 2147483000;
  width: min(400px, calc(100vw - 40px)); height: min(640px, calc(100dvh - 120px));
  border: 1px solid var(--line); border-radius: 14px; overflow: hidden; background: var(--surface);
  box-shadow: var(--shadow); transition: opacity 140ms ease-out, transform 140ms ease-out, visibility 140ms;
}
.panel[data-hidden] { opacity: 0; transform: translateY(8px); visibility: hidden; pointer-events: none; }
.right { right: max(20px, env(safe-area-inset-right)); }
.left { left: max(20px, env(safe-area-inset-left)); }
.inline { width: 100%; height: 100%; min-height: 420px; border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }
iframe { display: block; width: 100%; height: 100%; border: 0; background: transparent; }
.light { --surface: #fbfbf9; --ink: #12150f; --line: #d3d6cb; --focus: #2b3fea; --shadow: 0 12px 36px rgb(18 21 15 / 0.18), 0 2px 6px rgb(18 21 15 / 0.1); }
.dark { --surface: #161912; --ink: #eef0e8; --line: #2b3025; --focus: #93a2ff; --shadow: 0 12px 36px rgb(0 0 0 / 0.6); }
@media (max-width: 480px) {
  .launcher[aria-expanded="true"] { display: none; }
  .panel { inset: 0; width: 100%; height: 100dvh; border: 0; border-radius: 0; }
}
@media (prefers-reduced-motion: reduce) {
  .launcher, .panel { transition: none; }
  .launcher:hover { transform: none; }
}
`;

const icon = (path: string) =>
  `<svg aria-hidden="true" width="26" height="26" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${path}</svg>`;

export const CHAT_ICON = icon(
  '<path d="M21 12a8 8 0 0 1-8 8H4l1.6-3.2A8 8 0 1 1 21 12Z"/><path d="M9 11h8M9 14.5h5"/>',
);
export const CLOSE_ICON = icon('<path d="m6 9 6 6 6-6"/>');
