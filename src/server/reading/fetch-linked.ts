import type { Item } from "@/domain/reading/item";
import type { FiledSite, ListedSite } from "@/domain/reading/site";
import { NO_RATE } from "@/domain/reading/site-error";
import { AppError } from "@/server/platform/errors";
import { getSiteLimit, limitCodes } from "@/contract/operations/limits";
import { isOn } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { getKey } from "./file-keys";
import { fetchListAt, listAddresses } from "./list-address";
import { connected } from "./site";
import { lookUpOnce } from "./site-lookups";
import { listFilesWith } from "./statements/files";

/** "gone": the site doesn't show it. "unavailable": unreachable. "limited": lookup budget used up. */
export type Fetched =
  { outcome: "found"; item: Item } | { outcome: "gone" | "unavailable" | "limited"; item: null };

/** Fetches one item as a user lookup. Null if the site is off or can't look up items. */
export async function fetchLinked(site: string, fullname: string): Promise<Fetched | null> {
  if (!isOn(site) || !("fetchItem" in connected(site))) return null;
  try {
    const { item } = await lookUpOnce<{ item: Item | null }>(site, `item ${fullname}`, "lookup", {
      stored: () => Promise.resolve(null),
      request: async (requested, signal) => {
        const { item, rate } = await requested.fetchItem!(fullname, signal);
        return { response: { item }, rate };
      },
    });
    return item === null ? { outcome: "gone", item } : { outcome: "found", item };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: error.code === limitCodes[getSiteLimit(site)] ? "limited" : "unavailable", item: null };
  }
}

/** A user lookup. Null if off or not redirected. Throws the rate limit error or UPSTREAM_UNAVAILABLE. */
export async function resolveShareLink(site: string, link: string): Promise<string | null> {
  if (!isOn(site)) return null;
  const { address } = await lookUpOnce<{ address: string | null }>(site, `share ${link}`, "lookup", {
    stored: () => Promise.resolve(null),
    request: async (requested, signal) => {
      if (!("resolveShareLink" in requested)) return { response: { address: null }, rate: NO_RATE };
      const { address, rate } = await requested.resolveShareLink!(link, signal);
      return { response: { address }, rate };
    },
  });
  return address;
}

/** Fetches the current entries of a feed as a user lookup. Null if that isn't possible. */
export async function fetchListed({ id }: ListedSite, place: string): Promise<Item[] | null> {
  const address = (await listAddresses(id, [place])).get(place);
  if (address === undefined) return null;
  try {
    return await lookUpOnce<Item[]>(id, `list ${place}`, "lookup", {
      stored: () => Promise.resolve(null),
      request: async (requested, signal) => {
        if (requested.reads !== "lists") throw new RangeError(`${id} has no lists`);
        const { entries } = await fetchListAt(requested, { place, address }, noMarks, signal);
        return { response: (entries ?? []).map(({ item }) => item), rate: NO_RATE };
      },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

/** Finds an item by its URL in the files that were read, as a user lookup. Null if it is in none of them. */
export async function fetchFiled({ id, getFullname }: FiledSite, url: string): Promise<Item | null> {
  const fullname = getFullname(url);
  try {
    for (const minute of await listFilesWith(pool(), id, getKey(fullname))) {
      const items = await lookUpOnce<Item[]>(id, `file ${minute}`, "lookup", {
        stored: () => Promise.resolve(null),
        request: async (requested, signal) => {
          if (requested.reads !== "files") throw new RangeError(`${id} has no files`);
          const { file, rate } = await requested.fetchFile(minute, signal);
          return { response: file?.items ?? [], rate };
        },
      });
      const item = items.find((one) => one.fullname === fullname);
      if (item !== undefined) return item;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return null;
}

const noMarks = { etag: null, modified: null, movedTo: null };
