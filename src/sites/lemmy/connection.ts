import type { GuardedFetch } from "@/adapters/guarded-fetch/guarded-fetch";
import { grouped } from "@/domain/grouped";
import type { Item } from "@/domain/reading/item";
import type { FoundList, ItemStatus, WalkedSite } from "@/domain/reading/site";
import { NO_RATE, SiteError } from "@/domain/reading/site-error";
import { getCommunity, getHost, partedFullname, getPlace, type ItemLetter } from "./address";
import { facts } from "./facts";
import { createInstances, type Parsers } from "./instances";
import { isIn, getItem } from "./items";
import { partDueMs, readState } from "./state";
import { createStep, everyMs } from "./step";

const letters: readonly ItemLetter[] = ["p", "c"];

export function createLemmy(how: { fetch: GuardedFetch; parse: Parsers; now?: () => number }): WalkedSite {
  const { now = Date.now } = how;
  const instances = createInstances({ ...how, now });
  const step = createStep(instances);

  async function find(place: string, signal?: AbortSignal): Promise<FoundList> {
    const host = getHost(place);
    const name = getCommunity(place);
    const home = name === null ? null : await instances.community(host, name, signal);
    if (name !== null && home === null)
      return { reason: "Only members can see this community", isThere: true };
    // The community has moved, or lives on another instance.
    if (home?.host && home.host !== host) return find(`${home.name}@${home.host}`, signal);
    const lists = await Promise.all(letters.map((letter) => instances.list(host, letter, null, signal)));
    const times = lists.flatMap(({ rows }) =>
      rows.filter((row) => !row.isGone && isIn(row, place)).map(({ createdMs }) => createdMs),
    );
    const newestAt = times.length === 0 ? null : new Date(Math.max(...times));
    return { place, title: null, home: null, items: times.length, newestAt };
  }

  /** Null if the instance doesn't show the item in this place. */
  async function itemAt(fullname: string, signal?: AbortSignal): Promise<Item | null> {
    const parted = partedFullname(fullname);
    if (parted === null) return null;
    const { place, letter, id } = parted;
    const row = await instances.one(getHost(place), letter, id, signal);
    return row === null || row.isGone || !isIn(row, place) ? null : getItem(row, letter, place);
  }

  /** Checks items of one instance. Omits items with an unknown status, and stops at the first error. */
  async function getStatus(host: string, fullnames: readonly string[], signal?: AbortSignal) {
    const statuses = new Map<string, ItemStatus>();
    try {
      for (const fullname of fullnames) {
        const { letter, id } = partedFullname(fullname)!;
        const row = await instances.one(host, letter, id, signal);
        statuses.set(fullname, row === null || row.isGone ? "deleted" : "present");
      }
      // If the whole instance is gone, a missing item doesn't mean that it was deleted.
      if ([...statuses.values()].includes("deleted")) await instances.list(host, "p", null, signal);
      return statuses;
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      return new Map([...statuses].filter(([, status]) => status === "present"));
    }
  }

  return {
    ...facts,
    reads: "walks",
    getSource: getHost,
    dueMs: (stored, { slowdown }) => {
      if (stored === null) return 0;
      const state = readState(stored);
      const dueMs = Math.min(partDueMs(state.p), partDueMs(state.c));
      // A due time further ahead was stored while a clock was wrong.
      return dueMs > now() + 2 * everyMs * slowdown ? 0 : dueMs;
    },
    step,
    async findList(address, signal) {
      const place = getPlace(address);
      if (place === null) return { reason: "This isn't a Lemmy community or instance", isThere: false };
      try {
        return await find(place, signal);
      } catch (error) {
        if (!(error instanceof SiteError)) throw error;
        const isCommunity = getCommunity(place) !== null && error.kind === "missing";
        const isThere =
          (error.kind === "forbidden" && error.reason !== "robots") ||
          (isCommunity && error.reason !== "no-api");
        return { reason: isCommunity ? `!${place} doesn't exist` : error.message, isThere };
      }
    },
    async fetchItem(fullname, signal) {
      return { item: await itemAt(fullname, signal), rate: NO_RATE };
    },
    lookUp: { max: 20, requests: (fullnames) => fullnames },
    async fetchByFullname(fullnames, signal) {
      const known = fullnames.filter((fullname) => partedFullname(fullname) !== null);
      const byHost = grouped(known, (fullname) => getHost(partedFullname(fullname)!.place));
      const statuses = await Promise.all([...byHost].map(([host, some]) => getStatus(host, some, signal)));
      return { statuses: new Map(statuses.flatMap((some) => [...some])), rate: NO_RATE };
    },
  };
}
