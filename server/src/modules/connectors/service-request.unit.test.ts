import { expect, test } from "vitest";
import { createServiceRequest } from "./service-request.ts";
import { findService } from "./supported-services.ts";

const TOKEN = "123456:ABC-DEF1234ghIkl";

test.each([
  ["/sendMessage", `/bot${TOKEN}/sendMessage`],
  ["/file/photos/a.jpg", `/file/bot${TOKEN}/photos/a.jpg`],
  ["/files", `/bot${TOKEN}/files`],
])("Telegram's token is part of the path: %s", (path, expected) => {
  const telegram = findService("telegram");
  if (!telegram) throw new Error("there is no Telegram");
  const { url } = createServiceRequest(telegram, { credential: TOKEN, config: {} }, { method: "GET", path });
  expect([url.host, url.pathname]).toEqual(["api.telegram.org", expected]);
});
