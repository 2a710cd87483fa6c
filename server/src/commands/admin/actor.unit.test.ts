import { expect, test } from "vitest";
import { getLocalActor } from "./actor.ts";

test("the actor is the name of the machine's user", () => {
  expect(getLocalActor(() => ({ username: "ada" }))).toBe("operator:ada");
});

test("the actor is the user id if the user has no name, as in a container", () => {
  const nameless = () => {
    throw new Error("uv_os_get_passwd returned ENOENT");
  };
  expect(getLocalActor(nameless)).toBe(`operator:uid-${process.getuid?.() ?? "unknown"}`);
});
