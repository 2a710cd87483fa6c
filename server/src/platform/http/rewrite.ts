/**
 * Returns the canonical form of an API path. A path under `/api/` leads to the same route with or without the `v1`
 * segment, and a trailing slash is accepted everywhere. No other code handles these forms.
 */
export function rewriteApiPath(url: string): string {
  const queryAt = url.indexOf("?");
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  if (path !== "/api" && !path.startsWith("/api/")) return url;
  const versioned = /^\/api\/v1(\/|$)/.test(path) ? path : `/api/v1${path.slice("/api".length)}`;
  // A pattern such as /\/+$/ would take time that grows with the square of the slashes in the path.
  let end = versioned.length;
  while (versioned[end - 1] === "/") end -= 1;
  const trimmed = versioned.slice(0, end);
  return queryAt < 0 ? trimmed : trimmed + url.slice(queryAt);
}
