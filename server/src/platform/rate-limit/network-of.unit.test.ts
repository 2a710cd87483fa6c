import { expect, test } from "vitest";
import { toNetwork } from "./network-of.ts";

test("local addresses belong to no network", () => {
  for (const address of ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
    expect(toNetwork(address)).toBeUndefined();
});

test("an IPv4 address in any notation is its own network, and an IPv6 address belongs to the network of its household", () => {
  expect(toNetwork("203.0.113.7")).toBe("203.0.113.7");
  expect(toNetwork("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(toNetwork("2001:db8:1:2::5")).toBe(toNetwork("2001:0db8:0001:0002:ffff::1"));
  expect(toNetwork("2001:db8:1:3::5")).not.toBe(toNetwork("2001:db8:1:2::5"));
});
