import { SCREEN } from "@stoa/contract/limits";

/** The colour of a success rate in percent (section 9: switches at 98 and 95). */
export function successTone(percent: number | null): string {
  if (percent === null) return "";
  if (percent >= SCREEN.successRateGood) return "text-ok";
  return percent >= SCREEN.successRateFair ? "text-warn" : "text-danger";
}
