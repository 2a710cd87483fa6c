import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { ActiveDownloads } from "./active-downloads.ts";

test("a download that fails to start does not block the account's next download", () => {
  const files = new ActiveDownloads("One at a time");
  const broken = () => {
    throw new Error("no file");
  };
  expect(() => files.send("acc_1", broken)).toThrow("no file");
  const start = () => Readable.from(["a file"]);
  files.send("acc_1", start);
  expect(() => files.send("acc_1", start)).toThrow("One at a time");
});
