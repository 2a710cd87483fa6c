import { expect, test } from "vitest";
import { actorOnThisMachine } from "./actor.ts";

test("who acts is named as the machine names them", () => {
  expect(actorOnThisMachine(() => ({ username: "ada" }))).toBe("operator:ada");
});

test("a user without a name, as in a container, acts by number", () => {
  const nameless = () => {
    throw new Error("uv_os_get_passwd returned ENOENT");
  };
  expect(actorOnThisMachine(nameless)).toBe(`operator:uid-${process.getuid?.() ?? "unknown"}`);
});
