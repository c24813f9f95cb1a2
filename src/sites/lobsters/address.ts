import type { ItemKind } from "@/domain/reading/item";

export const SITE_ID = "lobsters";

/** The public website, even if responses use another host. */
export const SITE_URL = "https://lobste.rs";

const PREFIX = "lobsters:";

/** A story and a comment can have the same short id. The path prefix distinguishes them. */
export function getFullname(kind: ItemKind, shortId: string): string {
  return `${PREFIX}${kind === "post" ? "s" : "c"}/${shortId}`;
}

export function getPath(fullname: string): string | null {
  const path = fullname.startsWith(PREFIX) ? fullname.slice(PREFIX.length) : "";
  return /^[sc]\/[0-9a-z]{1,16}$/.test(path) ? path : null;
}

export function getUrl(kind: ItemKind, shortId: string): string {
  return `${SITE_URL}/${kind === "post" ? "s" : "c"}/${shortId}`;
}
