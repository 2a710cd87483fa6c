import type { BinaryFile } from "../../model/item.ts";
import type { HttpResponse } from "../../model/services.ts";
import { baseName, newFile } from "../files/binary-file.ts";

/** The name that a server gives to what it sends. */
function namedByServer(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined;
  const encoded = /filename\*\s*=\s*(?:utf-8|iso-8859-1)''([^;\s]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  }
  return /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition)?.slice(1).find(Boolean);
}

function namedByAddress(url: string): string | undefined {
  const name = baseName(new URL(url).pathname);
  if (!/\.[a-z0-9]{1,10}$/i.test(name)) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** What a server sent, as a file: its name is the server's, or the address's where that has an ending. */
export function answeredFile(url: string, { headers, body }: HttpResponse): BinaryFile {
  return newFile(body, {
    fileName: namedByServer(headers["content-disposition"]) ?? namedByAddress(url),
    mimeType: headers["content-type"]?.split(";")[0]?.trim(),
  });
}
