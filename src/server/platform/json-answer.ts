import { setImmediate as breathe } from "node:timers/promises";
import { streamed } from "./file-answer";

/** A field's value, or a list that may be long, with how its entries are written. */
type Field =
  string | number | boolean | null | { list: readonly unknown[]; toJson?: (entry: never) => unknown };

/** Entries that are written at a time. */
const sliceSize = 500;

/** A JSON object whose lists are written a slice at a time while it is sent, so that a large answer blocks nobody. */
export function jsonInSlices(fields: Readonly<Record<string, Field>>): Response {
  return new Response(streamed(piecesOf(fields)), { headers: { "Content-Type": "application/json" } });
}

async function* piecesOf(fields: Readonly<Record<string, Field>>): AsyncGenerator<string, void, void> {
  let open = "{";
  for (const [name, value] of Object.entries(fields)) {
    yield `${open}${JSON.stringify(name)}:`;
    open = ",";
    if (typeof value === "object" && value !== null) yield* listOf(value);
    else yield JSON.stringify(value);
  }
  yield open === "{" ? "{}" : "}";
}

async function* listOf({ list, toJson = (entry) => entry }: Extract<Field, { list: unknown }>) {
  yield "[";
  for (let at = 0; at < list.length; at += sliceSize) {
    if (at > 0) await breathe();
    const slice = list.slice(at, at + sliceSize).map((entry) => JSON.stringify(toJson(entry as never)));
    yield `${at > 0 ? "," : ""}${slice.join(",")}`;
  }
  yield "]";
}
