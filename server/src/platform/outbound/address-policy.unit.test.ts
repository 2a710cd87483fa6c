import { expect, test } from "vitest";
import { createAddressPolicy } from "./address-policy.ts";

const open = createAddressPolicy([]);

test.each([
  "127.0.0.1",
  "127.255.255.254",
  "0.0.0.0",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "fe80::1",
  "fec0::1",
  "fc00::1",
  "fd00:ec2::254",
  "ff02::1",
  "100::1",
  "2001:db8::1",
  "3fff::1",
  "2001::1",
  "5f00::1",
  "::ffff:10.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:0:10.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::1",
  "2002:7f00:1::",
  "2002:a00:1::1",
  "not an address",
  "",
])("blocks %s", (address) => {
  expect(open.isPermitted(address)).toBe(false);
});

test.each([
  "1.1.1.1",
  "93.184.215.14",
  "172.32.0.1",
  "100.63.0.1",
  "2606:4700::1111",
  "::ffff:1.1.1.1",
  "64:ff9b::101:101",
])("allows %s", (address) => {
  expect(open.isPermitted(address)).toBe(true);
  expect(open.isAllowedByOperator(address)).toBe(false);
});

test("the operator can allow a range, and nothing outside it is allowed", () => {
  const policy = createAddressPolicy(["10.1.0.0/16", "fd00:1::/32"]);
  for (const inside of ["10.1.2.3", "::ffff:10.1.2.3", "fd00:1::5"]) {
    expect(policy.isPermitted(inside)).toBe(true);
    expect(policy.isAllowedByOperator(inside)).toBe(true);
  }
  for (const outside of ["10.2.0.1", "fd00:2::5", "127.0.0.1"])
    expect(policy.isPermitted(outside)).toBe(false);
  expect(() => createAddressPolicy(["10.1.0.0"])).toThrow("CIDR");
});
