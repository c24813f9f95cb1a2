import {
  searchAnswerOf,
  type PlaceExistsAnswer,
  type PlaceSearchAnswer,
  type PlaceSearchQuery,
} from "@/contract/place-questions";
import { wireSite } from "@/contract/place";
import type { PagedSite, PlaceHealth, Site } from "@/domain/site";
import { isOn, siteOf } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { findPlace, findSearch, keepLookup, keepSearch } from "./statements/place-answers";
import { askOnce, type Asker } from "./site-questions";

/** The site whose places these calls are about: those of the specification. */
const site = siteOf(wireSite);
/** So long an answer counts before the site is asked again. */
const keptMs = 24 * 3_600_000;

/** Whether a watch can name it: private and quarantined ones exist, banned ones don't, malformed names never did. */
export async function validatePlace(name: string, asker: Asker, now: Date): Promise<PlaceExistsAnswer> {
  const wanted = name.toLowerCase();
  if (wanted === "all") return { exists: true };
  if (!isOn(site.id) || !site.isPlaceName(wanted)) return { exists: false };
  return { exists: isThere(await checkPlace(wanted, asker, now)) };
}

function checkPlace(name: string, asker: Asker, now: Date): Promise<PlaceHealth> {
  return askOnce(site.id, `check ${name}`, asker, {
    held: () => findPlace(pool(), { site: site.id, name }, { since: new Date(now.getTime() - keptMs), now }),
    ask: async (asked, signal) => {
      const { health, displayName, rate } = await paged(asked).checkPlace(name, signal);
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
  const beginning = site.strippedName(q).toLowerCase();
  if (!isOn(site.id) || !site.isBeginning(beginning)) return searchAnswerOf([]);
  const search = { site: site.id, beginning };
  const names = await askOnce(site.id, `search ${beginning}`, "question", {
    held: () => findSearch(pool(), search, { since: new Date(now.getTime() - keptMs), now }),
    ask: async (asked, signal) => {
      const found = await paged(asked).searchPlaces(beginning, signal);
      await keepSearch(pool(), search, found.names, now);
      return { answer: found.names, rate: found.rate };
    },
  });
  return searchAnswerOf(names);
}

/** The specification's site is one that has such places to ask about. */
function paged(asked: Site): PagedSite {
  if (asked.reads !== "pages") throw new RangeError(`${asked.id} has no places to ask about`);
  return asked;
}
