import { headOf } from "./page-heads.ts";

/** What stands in the head of pages that have no words of their own. */
const OTHERWISE = headOf("/");

/** Of an address that is the same page for everybody, the part that says which: the rest is how it is looked at. */
function canonical({ pathname, search }: Location): string {
  const agent = new URLSearchParams(search).get("agent");
  const which = pathname === "/marketplace" && agent !== null ? `?${new URLSearchParams({ agent })}` : "";
  return `${location.origin}${pathname}${which}`;
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

/** Says what this page is to those who find or pass on its address; screens set their title themselves. */
function writeHead(): void {
  const head = headOf(location.pathname) ?? OTHERWISE;
  const address = canonical(location);
  put("link", ["rel", "canonical"], "href", address);
  put("meta", ["property", "og:url"], "content", address);
  if (!head) return;
  put("meta", ["name", "description"], "content", head.description);
  put("meta", ["property", "og:title"], "content", head.title);
  put("meta", ["property", "og:description"], "content", head.description);
}

/** Keeps the head in step with the address. */
export function keepHead(router: { subscribe(event: "onResolved", told: () => void): () => void }): void {
  writeHead();
  router.subscribe("onResolved", writeHead);
}
