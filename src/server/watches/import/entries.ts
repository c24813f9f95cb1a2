import { importLimits } from "@/domain/text/imported-file";
import { entriesOfLines } from "./lines";
import { entriesOfOutlines } from "./outlines";
import { entriesOfTable, getTable } from "./table";
import { type Entry, fileFault, head } from "./entry";

/** Yields entries in order. Throws VALIDATION_ERROR if there are too many. */
export function* getEntries(file: string): Generator<Entry, void, void> {
  let count = 0;
  for (const entry of allEntries(file)) {
    count += 1;
    if (count > importLimits.entries)
      throw fileFault(
        `A file can have up to ${importLimits.entries.toLocaleString("en")} lines. Split it in two.`,
      );
    yield entry;
  }
}

function allEntries(file: string): Iterable<Entry> {
  const text = file.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const start = text.trimStart();
  if (start.startsWith("<")) return entriesOfOutlines(text);
  if (/^[[{]\s*["[{]/.test(start)) {
    const problem = "JSON isn't supported. Export as CSV, or paste one keyword per line.";
    return [{ line: 1, text: head(start), problem }];
  }
  const table = getTable(text);
  return table === null ? entriesOfLines(text) : entriesOfTable(table);
}
