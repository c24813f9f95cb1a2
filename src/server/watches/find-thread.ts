import type { Item } from "@/domain/reading/item";
import { pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { fetchLinked } from "@/server/reading/fetch-linked";
import { findRoots } from "@/server/recording/statements/threads";
import type { NotifiedItem } from "./statements/threads";

/** Maximum items above a reply to request. */
const maxSteps = 50;

/** Requests it if unknown. A reply whose thread the site doesn't name is the root of the replies to it. */
export async function findThread({ fullname, kind, site, root }: NotifiedItem): Promise<string> {
  if (root !== null) return root;
  if (kind === "post") return fullname;
  const known = (await findRoots(pool(), site, [fullname])).get(fullname);
  return known ?? (await walkUp(site, fullname)) ?? fullname;
}

async function walkUp(site: string, fullname: string): Promise<string | null> {
  let at = await fetchOne(site, fullname);
  for (let steps = 0; at !== null && steps < maxSteps; steps += 1) {
    if (at.root !== undefined) return at.root;
    if (at.kind === "post") return at.fullname;
    if (at.parent === undefined) return null;
    const known = (await findRoots(pool(), site, [at.parent])).get(at.parent);
    if (known !== undefined) return known;
    at = await fetchOne(site, at.parent);
  }
  return null;
}

/** Null if the site doesn't show it. */
async function fetchOne(site: string, fullname: string): Promise<Item | null> {
  const found = await fetchLinked(site, fullname);
  if (found?.outcome === "limited" || found?.outcome === "unavailable")
    throw new AppError("UPSTREAM_UNAVAILABLE");
  return found?.item ?? null;
}
