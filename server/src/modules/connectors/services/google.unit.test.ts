import { expect, test } from "vitest";
import { createServiceRequest } from "../service-request.ts";
import { findService } from "../supported-services.ts";

test.each([
  ["/v4/spreadsheets", "https://sheets.googleapis.com/v4/spreadsheets"],
  ["/v4/spreadsheets?fields=a", "https://sheets.googleapis.com/v4/spreadsheets?fields=a"],
  ["/v4/spreadsheets/id/values/A:F", "https://sheets.googleapis.com/v4/spreadsheets/id/values/A:F"],
  ["/v1/documents/id:batchUpdate", "https://docs.googleapis.com/v1/documents/id:batchUpdate"],
  ["/gmail/v1/users/me/messages", "https://gmail.googleapis.com/gmail/v1/users/me/messages"],
  ["/drive/v3/files", "https://www.googleapis.com/drive/v3/files"],
  [
    "/upload/drive/v3/files?uploadType=multipart",
    "https://www.googleapis.com/upload/drive/v3/files?uploadType=multipart",
  ],
  ["/calendar/v3/freeBusy", "https://www.googleapis.com/calendar/v3/freeBusy"],
  ["/v4/spreadsheets.evil", "https://www.googleapis.com/v4/spreadsheets.evil"],
])("a request to %s is sent to %s", (path, address) => {
  const google = findService("google");
  if (!google) throw new Error("there is no Google");
  const { url, headers } = createServiceRequest(
    google,
    { credential: "ya29.abc", config: {} },
    {
      method: "GET",
      path,
    },
  );
  expect(url.href).toBe(address);
  expect(headers.authorization).toBe("Bearer ya29.abc");
});
