import {
  searchAnswerOf,
  type PlaceExistsAnswer,
  type PlaceSearchAnswer,
  type PlaceSearchQuery,
} from "@/contract/place-questions";
import type { PlaceHealth } from "@/domain/site";
import { polledSite } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { findPlace, keepLookup } from "./statements/place-lookups";
import { findSearch, keepSearch } from "./statements/place-searches";
import { askOnce, type Asker } from "./site-questions";

/** So long an answer counts before the site is asked again. */
const keptMs = 24 * 3_600_000;

/** Whether a watch can name it: private and quarantined ones exist, banned ones don't, malformed names never did. */
export async function validatePlace(name: string, asker: Asker, now: Date): Promise<PlaceExistsAnswer> {
  const wanted = name.toLowerCase();
  if (wanted === "all") return { exists: true };
  if (!polledSite.isPlaceName(wanted)) return { exists: false };
  return { exists: isThere(await checkPlace(wanted, asker, now)) };
}

function checkPlace(name: string, asker: Asker, now: Date): Promise<PlaceHealth> {
  return askOnce(`check ${name}`, asker, {
    held: () =>
      findPlace(pool(), { site: polledSite.id, name }, { since: new Date(now.getTime() - keptMs), now }),
    ask: async (site, signal) => {
      const { health, displayName, rate } = await site.checkPlace(name, signal);
      await keepLookup(pool(), { site: site.id, name, health, displayName, now });
      return { answer: health, rate };
    },
  });
}

function isThere(health: PlaceHealth): boolean {
  return health !== "missing" && health !== "banned";
}

/** Names that begin with what was typed; nothing for what no name begins with. */
export async function searchPlaces({ q }: PlaceSearchQuery, now: Date): Promise<PlaceSearchAnswer> {
  const beginning = polledSite.strippedName(q).toLowerCase();
  if (!polledSite.isBeginning(beginning)) return searchAnswerOf([]);
  const search = { site: polledSite.id, beginning };
  const names = await askOnce(`search ${beginning}`, "question", {
    held: () => findSearch(pool(), search, { since: new Date(now.getTime() - keptMs), now }),
    ask: async (site, signal) => {
      const found = await site.searchPlaces(beginning, signal);
      await keepSearch(pool(), search, found.names, now);
      return { answer: found.names, rate: found.rate };
    },
  });
  return searchAnswerOf(names);
}
