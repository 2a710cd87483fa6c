/** Returns the path of a link. The server creates links for its public URL, but the page may use another one. */
export function toPath(url: string): string {
  const { pathname, search } = new URL(url, location.href);
  return `${pathname}${search}`;
}
