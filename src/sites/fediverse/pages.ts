import type { Item } from "@/domain/reading/item";
import { fullnameOnPage, namedOnPage } from "./address";
import { readStatus } from "./status";

export interface ReadPage {
  items: Item[];
  edited: string[];
  /** Invalid rows, and posts of authors who ask not to be indexed. */
  skipped: number;
  unlisted: number;
  rows: number;
  last: string | null;
}

/** Parses the response of a tag timeline. Null if it isn't a list. */
export function parsePage(input: { text: string; place: string; nowMs: number }): ReadPage | null {
  const rows = parsed(input.text);
  if (!Array.isArray(rows)) return null;
  const page: ReadPage = { items: [], edited: [], skipped: 0, unlisted: 0, rows: rows.length, last: null };
  for (const row of rows as unknown[]) {
    const id = getId(row);
    if (id !== null && (page.last === null || BigInt(id) > BigInt(page.last))) page.last = id;
    const read = id === null ? ({ is: "invalid" } as const) : readStatus(row, input.nowMs);
    if (read.is === "invalid") page.skipped += 1;
    if (read.is === "unlisted") page.unlisted += 1;
    if (read.is !== "item") continue;
    const fullname = fullnameOnPage(input.place, id!);
    const { parent, ...item } = read.item;
    delete item.replyKey;
    const above = parent === undefined ? {} : { parent: namedOnPage(input.place, parent) };
    page.items.unshift({ ...item, ...above, fullname, place: input.place });
    if (read.isEdited) page.edited.push(fullname);
  }
  return page;
}

function getId(row: unknown): string | null {
  const id = typeof row === "object" && row !== null && "id" in row ? row.id : null;
  return typeof id === "string" && /^\d{1,20}$/.test(id) ? id : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
