import { createHash } from "node:crypto";

/**
 * The colors and fonts of the web app (web/src/styles/tokens.css), repeated here because these pages load no other
 * files.
 */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--bg:#f1f2ee;--surface:#fbfbf9;--ink:#12150f;--ink-2:#474c41;--line:#d3d6cb;--control:#7b8172;--signal:#ff5b1f;--on-signal:#12150f;--focus:#2b3fea;--danger:#b3161b}
@media (prefers-color-scheme:dark){:root{--bg:#0e100c;--surface:#161912;--ink:#eef0e8;--ink-2:#b4b9a9;--line:#2b3025;--control:#737a68;--signal:#ff6b33;--focus:#93a2ff;--danger:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:40px 16px;background:var(--bg);color:var(--ink);font:16px/1.5 "Host Grotesk",ui-sans-serif,system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:32px 24px;background:var(--surface);border:1px solid var(--line);border-radius:6px;overflow-wrap:anywhere}
h1{margin:0 0 16px;font-size:1.375rem;line-height:1.75rem;letter-spacing:-.015em}
.words{margin:0 0 24px;white-space:pre-wrap}
.field{margin:0 0 20px;padding:0;border:0;min-width:0}
label,legend{display:block;margin:0 0 6px;padding:0;font-size:.875rem;font-weight:500}
label.choice{display:flex;gap:10px;align-items:center;min-height:32px;font-weight:400}
small{color:var(--ink-2);font-weight:400}
input:not([type=checkbox],[type=radio]),textarea,select{width:100%;min-height:44px;padding:10px 12px;font:inherit;color:inherit;background:var(--bg);border:1px solid var(--control);border-radius:4px}
textarea{min-height:120px;resize:vertical}
input[type=checkbox],input[type=radio]{width:20px;height:20px;margin:0;accent-color:var(--signal)}
.buttons{display:flex;flex-wrap:wrap;gap:12px}
button{min-height:44px;padding:10px 20px;font:inherit;font-weight:600;color:var(--on-signal);background:var(--signal);border:1px solid var(--signal);border-radius:4px;cursor:pointer}
button+button{color:var(--ink);background:transparent;border-color:var(--control)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.error{margin:0 0 20px;color:var(--danger)}
footer{max-width:36rem;margin:16px auto 0;font-size:.75rem;color:var(--ink-2)}
`;

const styleHash = createHash("sha256").update(PAGE_STYLE).digest("base64");

/** Headers that allow a page only its own style and the submission of its form to this server. */
export const PAGE_HEADERS = {
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
};
