import type { InputData } from "@stoa/contract";
import type { ContentPlace, ContentVault } from "../../platform/crypto/content-vault.ts";
import type { ScheduleRow } from "./schedule-row.ts";

type InputPlace = Pick<ScheduleRow, "id" | "accountId">;

/** Returns the place of a schedule's input. Inputs share a key per account, because lists open many of them. */
export function placeInput({ id, accountId }: InputPlace): ContentPlace {
  return { column: "schedules.input", scope: accountId, row: id, owner: accountId };
}

/** Encrypts the inputs of schedules. */
export class ScheduleInputs {
  readonly #vault: ContentVault;

  constructor(vault: ContentVault) {
    this.#vault = vault;
  }

  seal(input: InputData, place: InputPlace): Buffer {
    return this.#vault.seal(JSON.stringify(input), placeInput(place));
  }

  /** Returns a schedule with its input. @throws AppError 500 `content_key_missing` */
  open<Row extends InputPlace & Pick<ScheduleRow, "sealedInput">>(row: Row): Row & { input: InputData } {
    return { ...row, input: JSON.parse(this.#vault.open(row.sealedInput, placeInput(row))) as InputData };
  }
}
