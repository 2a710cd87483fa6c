import { expect, test } from "vitest";
import { serviceRequest } from "../service-request.ts";
import { serviceNamed } from "../supported-services.ts";

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
])("%s is at %s", (path, address) => {
  const google = serviceNamed("google");
  if (!google) throw new Error("there is no Google");
  const { url, headers } = serviceRequest(
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
