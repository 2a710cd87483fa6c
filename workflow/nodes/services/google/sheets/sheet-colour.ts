import type { JsonObject } from "../../../../model/item.ts";

/** `#0aa55c` as the shares of its colours that Google wants. */
export function hexColour(text: string): JsonObject | undefined {
  const [, red, green, blue] = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})/i.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  const share = (hex: string) => Number.parseInt(hex, 16) / 255;
  return { red: share(red), green: share(green), blue: share(blue) };
}
