import type { SendRequest } from "./fetch-api.ts";

/** Returns a function that sends bytes like `fetch`, and reports how many have been sent, which `fetch` cannot do. */
export const createByteSender =
  (onSent: (bytes: number) => void): SendRequest =>
  (url, { method = "PUT", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      request.setRequestHeader("content-type", "application/octet-stream");
      headers.forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded }) => onSent(loaded);
      request.onload = () =>
        resolve(
          new Response(request.responseText, { status: request.status, statusText: request.statusText }),
        );
      request.onerror = () => reject(new TypeError("Failed to send"));
      request.onabort = () => reject(new DOMException("Aborted", "AbortError"));
      signal?.addEventListener("abort", () => request.abort(), { once: true });
      if (signal?.aborted) reject(new DOMException("Aborted", "AbortError"));
      else request.send(body instanceof Blob ? body : null);
    });
