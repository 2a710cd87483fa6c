import { SCREEN } from "@stoa/contract/limits";

/** Returns the color of a success rate in percent. The color changes at 98 and 95. */
export function getSuccessTone(percent: number | null): string {
  if (percent === null) return "";
  if (percent >= SCREEN.successRateGood) return "text-ok";
  return percent >= SCREEN.successRateFair ? "text-warn" : "text-danger";
}
