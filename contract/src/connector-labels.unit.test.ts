import { expect, test } from "vitest";
import { describeUse } from "./connector-labels.ts";

test("describes in words what an agent uses a service for", () => {
  expect(describeUse({ methods: ["GET", "HEAD"], paths: ["/**"] })).toBe("read");
  expect(describeUse({ methods: ["GET"], paths: ["/repos/**"] })).toBe("read: GET /repos/**");
  expect(describeUse({ methods: ["POST"], paths: ["/chat.postMessage"] })).toBe(
    "send: POST /chat.postMessage",
  );
  expect(describeUse({ methods: ["DELETE", "GET", "PATCH", "PUT"], paths: ["/a", "/b"] })).toBe(
    "read, change and delete: DELETE, GET, PATCH, PUT /a, /b",
  );
});

test("names the methods if an agent can change data on any path", () => {
  expect(describeUse({ methods: ["GET", "POST"], paths: ["/**"] })).toBe(
    "read and send: GET, POST on any path",
  );
});
