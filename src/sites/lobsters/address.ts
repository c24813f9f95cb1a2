import type { ItemKind } from "@/domain/item";

/** As rows name the site. */
export const SITE_ID = "lobsters";

/** Where people read the site, whatever address its answers come from. */
export const SITE_URL = "https://lobste.rs";

const PREFIX = "lobsters:";

/** Stories and comments have short ids of their own, so that one can be both: the site's short path tells which. */
export function fullnameOf(kind: ItemKind, shortId: string): string {
  return `${PREFIX}${kind === "post" ? "s" : "c"}/${shortId}`;
}

/** The site's short path of a fullname, such as 's/x'; null for what is no item's here. */
export function pathOf(fullname: string): string | null {
  const path = fullname.startsWith(PREFIX) ? fullname.slice(PREFIX.length) : "";
  return /^[sc]\/[0-9a-z]{1,16}$/.test(path) ? path : null;
}

export function urlOf(kind: ItemKind, shortId: string): string {
  return `${SITE_URL}/${kind === "post" ? "s" : "c"}/${shortId}`;
}
