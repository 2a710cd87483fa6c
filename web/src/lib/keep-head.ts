import { findPageHead } from "./page-heads.ts";

/** The head of pages without a title and description. */
const OTHERWISE = findPageHead("/");

const AGENT_PAGE = "/agent/";

/** Returns the canonical URL. For an agent's dialog on the marketplace, this is the agent's page. */
function getCanonicalUrl({ origin, pathname, search }: Location): string {
  const agent = new URLSearchParams(search).get("agent");
  return pathname === "/marketplace" && agent !== null
    ? `${origin}${AGENT_PAGE}${encodeURIComponent(agent)}`
    : origin + pathname;
}

function put(tag: "meta" | "link", key: readonly [string, string], attribute: string, value: string): void {
  const [name, named] = key;
  let element = document.head.querySelector(`${tag}[${name}="${named}"]`);
  if (!element) {
    element = document.createElement(tag);
    element.setAttribute(name, named);
    document.head.append(element);
  }
  element.setAttribute(attribute, value);
}

/** Describes the page for search engines and link previews; screens set their title themselves. */
function writeHead(): void {
  const head = findPageHead(location.pathname) ?? OTHERWISE;
  const address = getCanonicalUrl(location);
  put("link", ["rel", "canonical"], "href", address);
  put("meta", ["property", "og:url"], "content", address);
  // The server has already written the head of an agent's page, with the agent's own title.
  if (!head || location.pathname.startsWith(AGENT_PAGE)) return;
  put("meta", ["name", "description"], "content", head.description);
  put("meta", ["property", "og:title"], "content", head.title);
  put("meta", ["property", "og:description"], "content", head.description);
}

/** Keeps the head in sync with the URL. */
export function keepHead(router: { subscribe(event: "onResolved", listener: () => void): () => void }): void {
  writeHead();
  router.subscribe("onResolved", writeHead);
}
