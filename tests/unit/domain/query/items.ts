import type { QueriedItem } from "@/domain/query/queried-item";
import { makeItem } from "../matching/cases";

/** A comment in r/Pics by "someone". A string is its body. */
export function queried(of: string | Partial<QueriedItem>): QueriedItem {
  const item = makeItem(typeof of === "string" ? of : {});
  return { ...item, placeLabel: "r/Pics", ...(typeof of === "string" ? {} : of) };
}

/** Table rows with their first column as the test name. */
export const named = <R extends readonly [text: string, ...rest: unknown[]]>(rows: readonly R[]) =>
  rows.map((row) => ({ row, text: row[0] }));
