import { ensureHeapRoom } from "../memory/heap-room.ts";
import type { HttpClient } from "../model/services.ts";

/** The same, with the bytes of each answer told. */
export function countHttpResponses(http: HttpClient, count: (bytes: number) => void): HttpClient {
  return {
    async send(request) {
      ensureHeapRoom();
      const answer = await http.send(request);
      count(answer.body.byteLength);
      return answer;
    },
    ...(http.open && { open: http.open.bind(http) }),
  };
}
