import { expect, test } from "vitest";
import { wordsOfUse } from "./connector-words.ts";

test("what an agent uses a service for is said in words", () => {
  expect(wordsOfUse({ methods: ["GET", "HEAD"], paths: ["/**"] })).toBe("read");
  expect(wordsOfUse({ methods: ["GET"], paths: ["/repos/**"] })).toBe("read: GET /repos/**");
  expect(wordsOfUse({ methods: ["POST"], paths: ["/chat.postMessage"] })).toBe(
    "send: POST /chat.postMessage",
  );
  expect(wordsOfUse({ methods: ["DELETE", "GET", "PATCH", "PUT"], paths: ["/a", "/b"] })).toBe(
    "read, change and delete: DELETE, GET, PATCH, PUT /a, /b",
  );
});

test("more than reading says where, also where that is everywhere", () => {
  expect(wordsOfUse({ methods: ["GET", "POST"], paths: ["/**"] })).toBe(
    "read and send: GET, POST on any path",
  );
});
