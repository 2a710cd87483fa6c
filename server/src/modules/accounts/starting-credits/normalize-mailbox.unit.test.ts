import { expect, test } from "vitest";
import { normalizeMailbox } from "./normalize-mailbox.ts";

test.each([
  ["Grace.Hopper@Example.COM", "grace.hopper@example.com"],
  ["grace+stoa@example.com", "grace@example.com"],
  ["grace+a+b@example.com", "grace@example.com"],
  ["g.r.a.c.e+1@gmail.com", "grace@gmail.com"],
  ["Grace@GoogleMail.com", "grace@gmail.com"],
  ["grace@bücher.example", "grace@xn--bcher-kva.example"],
  ["ｇｒａｃｅ@example.com", "grace@example.com"],
])("reads %s as the mailbox %s", (email, mailbox) => {
  expect(normalizeMailbox(email)).toBe(mailbox);
});

test("keeps dots, which distinguish people, if the provider does not ignore them", () => {
  expect(normalizeMailbox("a.b@example.com")).not.toBe(normalizeMailbox("ab@example.com"));
});

test("keeps a name that begins with a plus", () => {
  expect(normalizeMailbox("+1@example.com")).toBe("+1@example.com");
});
