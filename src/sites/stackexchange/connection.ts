import * as z from "zod";
import type { Item } from "@/domain/reading/item";
import type { ItemStatus, WalkedSite } from "@/domain/reading/site";
import { NO_RATE } from "@/domain/reading/site-error";
import { partedFullname, partedPlace, getSource, getTag, knownSites } from "./address";
import { getFacts } from "./facts";
import { getItem } from "./items";
import { getWindow } from "./quota";
import { createRequests, type RequestSettings } from "./requests";
import { readState } from "./state";
import { createStep } from "./step";
import { createTags } from "./tags";

const methods = { q: "questions", a: "answers", c: "comments", p: "posts" } as const;
const maxIds = 95;
/** Requests of one status check. The rest waits for the next one. */
const maxChecks = 3;
const retentionMs = 24 * 3_600_000;
const maxFound = 20;
/** The longest possible wait: until the next day of the quota (ms). */
const longestWaitMs = 25 * 3_600_000;

const siteRow = z.object({ api_site_parameter: z.string(), site_type: z.string().nullish().catch(null) });
const tagRow = z.object({ name: z.string() });

export type StackExchangeSettings = Omit<RequestSettings, "now"> & { now?: () => number };

export function createStackExchange(settings: StackExchangeSettings): WalkedSite {
  const { now = Date.now } = settings;
  const facts = getFacts(settings.key !== undefined);
  const quota = getWindow(settings.key !== undefined).requests;
  const requests = createRequests({ ...settings, now });
  const tags = createTags(requests, now);
  const step = createStep({ requests, tags, quota });
  let listed: { names: string[]; untilMs: number } | null = null;

  const cachedNames = () => (listed !== null && listed.untilMs > now() ? listed.names : null);

  /** API names of all sites. Requested once a day. */
  async function siteNames(signal?: AbortSignal) {
    const cached = cachedNames();
    if (cached !== null) return { names: cached, rate: NO_RATE };
    const { items, rate } = await requests.list("sites", { pagesize: "1000" }, signal);
    const rows = items.flatMap((item) => siteRow.safeParse(item).data ?? []);
    const names = rows.map(({ api_site_parameter: name }) => name.toLowerCase());
    listed = { names, untilMs: now() + retentionMs };
    return { names, rate };
  }

  /** The item in its place, or null if the site doesn't show it there. */
  async function itemAt(fullname: string, signal?: AbortSignal): Promise<Item | null> {
    const parted = partedFullname(fullname);
    if (parted === null) return null;
    const { place, kind, id } = parted;
    const site = getSource(place);
    const filter = await requests.filter(signal);
    const { rows } = await requests.page(methods[kind], { filter }, { ids: [id], site, signal });
    const row = rows.find((one) => one.id === id);
    if (row === undefined) return null;
    if (kind === "p" && row.kind !== "p") return itemAt(`${place}:${row.kind}:${id}`, signal);
    const known = await tags.tagsOf([row], { site, filter, isTagged: getTag(place) !== null, signal });
    const question = known.questions.get(row)!;
    const tag = getTag(place);
    if (tag !== null && !question.tags.includes(tag)) return null;
    return getItem({ ...row, title: row.title || question.title }, { site, place });
  }

  return {
    ...facts,
    reads: "walks",
    getSource,
    dueMs: (state) => {
      const known = readState(state);
      if (known === null) return 0;
      const dueMs = Math.min(...Object.values(known.parts).map((part) => part.dueMs));
      // A due time further ahead was stored while a clock was wrong.
      return dueMs > now() + longestWaitMs ? 0 : dueMs;
    },
    step: (source, state, { places, sources, now: at, signal }) =>
      step(state, { source, places, nowMs: at.getTime(), signal }, sources),
    lookUp: { max: maxIds, requests: (fullnames) => Math.min(maxChecks, fullnames) },
    async fetchByFullname(fullnames, signal) {
      const groups = new Map<string, Map<number, string[]>>();
      for (const fullname of fullnames) {
        const parted = partedFullname(fullname);
        if (parted === null) continue;
        const key = `${getSource(parted.place)} ${methods[parted.kind]}`;
        const ids = groups.get(key) ?? new Map<number, string[]>();
        groups.set(key, ids.set(parted.id, [...(ids.get(parted.id) ?? []), fullname]));
      }
      const statuses = new Map<string, ItemStatus>();
      let rate = NO_RATE;
      for (const [key, ids] of [...groups].slice(0, maxChecks)) {
        const [site = "", method = ""] = key.split(" ");
        const page = await requests.page(
          method,
          { filter: "default" },
          { ids: [...ids.keys()], site, signal },
        );
        const shown = new Set(page.rows.map(({ id }) => id));
        for (const [id, names] of ids)
          for (const name of names) statuses.set(name, shown.has(id) ? "present" : "deleted");
        ({ rate } = page);
      }
      return { statuses, rate };
    },
    async fetchItem(fullname, signal) {
      return { item: await itemAt(fullname, signal), rate: NO_RATE };
    },
    async checkPlace(name, signal) {
      const parted = partedPlace(name);
      if (parted === null) return { health: "missing", displayName: null, rate: NO_RATE };
      const { names, rate } = await siteNames(signal);
      const isSite = names.includes(parted.site);
      if (!isSite || parted.tag === null)
        return { health: isSite ? "ok" : "missing", displayName: isSite ? name : null, rate };
      const path = `tags/${encodeURIComponent(parted.tag)}/info`;
      const found = await requests.list(path, { site: parted.site }, signal);
      return { health: found.items.length > 0 ? "ok" : "missing", displayName: name, rate: found.rate };
    },
    async searchPlaces(prefix, signal) {
      const [site = "", tag] = prefix.split("/");
      if (tag === undefined) {
        const { names, rate } = await siteNames(signal);
        return { names: sitesStarting(site, names), rate };
      }
      const query = { site, inname: tag, sort: "popular", order: "desc", pagesize: "100" };
      const { items, rate } = await requests.list(
        "tags",
        tag === "" ? { ...query, inname: "" } : query,
        signal,
      );
      const names = items.flatMap((item) => tagRow.safeParse(item).data?.name ?? []);
      const fitting = names.filter((name) => name.startsWith(tag)).map((name) => `${site}/${name}`);
      return { names: fitting.slice(0, maxFound), rate };
    },
    searchCached: async (prefix) => {
      const names = prefix.includes("/") ? null : cachedNames();
      return names && { names: sitesStarting(prefix, names) };
    },
  };
}

function sitesStarting(prefix: string, names: readonly string[]): string[] {
  const isFirst = (name: string) => Number(!Object.hasOwn(knownSites, name));
  const found = names.filter((name) => name.startsWith(prefix));
  return found.toSorted((a, b) => isFirst(a) - isFirst(b)).slice(0, maxFound);
}
