import * as z from "zod";
import { newestAgeMs } from "@/domain/reading/newness";
import type { PlaceHealth, SiteFacts, TrackerSite } from "@/domain/reading/site";
import { NO_RATE, SiteError } from "@/domain/reading/site-error";
import type { ChangesPage, CommentsPage, Missing, Opening, TrackerStart } from "@/domain/reading/tracker";
import { atomEntries, discussionsIn, feedVersion, type AtomEntry } from "./atom";
import { createChanges, toIso, unchanged, type ChangeList, type ChangesQuestion } from "./changes";
import { isRedirect, type GitHubSettings } from "./client";
import { createGraph } from "./graph";
import { createItems } from "./items";
import { readMark, writeMark } from "./marks";
import { toRefusal } from "./refusals";
import { createRepositories } from "./repositories";
import { getEntry, getOpening, getRelease, rows } from "./responses";

const pageSize = 100;
const maxStartPages = 20;
const maxFound = 10;

const searchResponse = z.object({ items: z.array(z.object({ full_name: z.string() })) });

export function createGitHub(settings: GitHubSettings & { facts: SiteFacts }): TrackerSite {
  const repositories = createRepositories(settings);
  const { client, apiUrl, get, check, ensurePublic, isRenamed, getBase, nextPath } = repositories;
  const fetchList = createChanges(repositories);
  const graph = createGraph(repositories);
  const { fetchItem, fetchByFullname } = createItems(repositories, graph);

  async function fetchStart(place: string, since: Date, signal?: AbortSignal): Promise<TrackerStart> {
    let requests = 1 + (await ensurePublic(place, signal));
    const list = `/issues?state=all&sort=created&direction=desc&per_page=${pageSize}`;
    let { reply } = await get(place, list, { signal });
    const openings: Opening[] = [];
    for (;;) {
      const found = client.read(reply, rows).map((row) => getOpening(place, row));
      openings.push(...found.filter((one) => one !== null));
      const next = nextPath(reply, apiUrl);
      const older = openings.filter(({ createdAt }) => createdAt < since);
      if (older.length > 0 || next === null || requests > maxStartPages) {
        const min = Math.min(...openings.map(({ number }) => number - 1));
        const reached = Math.max(0, ...older.map(({ number }) => number));
        const isCut = older.length === 0 && next !== null;
        return { reached: isCut ? min : reached, openings: older, rate: client.rate(reply), requests };
      }
      ({ reply } = await client.get(next, { signal }));
      requests += 1;
    }
  }

  /** Without a token, older releases, which can't be new, aren't worth the few requests. */
  function knownMs(markMs: number): number {
    return client.hasToken ? markMs : Math.max(markMs, client.now() - newestAgeMs);
  }

  async function fetchReleases(
    place: string,
    from: ChangesQuestion,
    signal?: AbortSignal,
  ): Promise<ChangesPage> {
    if (client.hasToken || from.next !== null) return fetchReleaseList(place, from, "", signal);
    // The feed also shows tags without a release, with any date, so it only reveals that something changed.
    const feed = await fetchFeed(place, "releases", signal);
    const version = feedVersion(feed);
    const mark = readMark(from.mark, from.since);
    if (feed.length === 0 || mark.tag === version) return unchanged(from.mark ?? writeMark(mark), 0);
    return fetchReleaseList(place, from, version, signal);
  }

  async function fetchReleaseList(
    place: string,
    from: ChangesQuestion,
    version: string,
    signal?: AbortSignal,
  ): Promise<ChangesPage> {
    const mark = readMark(from.mark, from.since);
    const tag = client.hasToken ? mark.tag : null;
    const [topMs = "0", feedTag = version, path = null] = from.next?.split(" ") ?? [];
    const list = "/releases?per_page=30";
    const { reply } =
      path === null ? await get(place, list, { tag, signal }) : await client.get(path, { signal });
    if (reply.status === 304 && from.mark !== null) return unchanged(from.mark, 0);
    const found = client.read(reply, rows);
    const entries = found.map((row) => getRelease(place, row)).filter((one) => one !== null);
    const times = entries.map(({ item }) => item.createdAt.getTime());
    const atMs = Math.max(mark.atMs, Number(topMs), ...times);
    // Latest first, so the mark only moves at the end of a read.
    const isOn = times.every((ms) => ms > knownMs(mark.atMs)) && times.length > 0;
    const next = isOn ? nextPath(reply, apiUrl) : null;
    const isQuiet = path === null && next === null && atMs === mark.atMs;
    const etag = isQuiet ? reply.headers.get("etag") : null;
    const moved = writeMark({ ...mark, atMs, tag: client.hasToken ? etag : feedTag });
    return {
      ...unchanged(next === null ? moved : (from.mark ?? writeMark(mark)), 1),
      ...{ entries, rate: client.rate(reply), next: next === null ? null : `${atMs} ${feedTag} ${next}` },
    };
  }

  /** The website's feeds need no API request. Repositories without discussions have no such feed. */
  async function fetchFeed(
    place: string,
    list: "releases" | "discussions",
    signal?: AbortSignal,
  ): Promise<AtomEntry[]> {
    const order = list === "discussions" ? "?discussions_q=sort%3Adate_created" : "";
    const reply = await client.page(`/${place}/${list}.atom${order}`, signal);
    if (isRedirect(reply) || [404, 406, 410].includes(reply.status)) return [];
    const found = reply.status === 200 ? atomEntries(reply.body) : null;
    if (found !== null) return found;
    // The website's limit is not the API's.
    const { message, kind } = toRefusal(reply, client.now());
    const isPage = reply.status === 200;
    throw new SiteError(
      kind === "rate-limited" ? "unavailable" : isPage ? "malformed" : kind,
      isPage ? "The feed can't be read" : message,
    );
  }

  async function fetchDiscussions(
    place: string,
    from: ChangesQuestion,
    signal?: AbortSignal,
  ): Promise<ChangesPage> {
    if (client.hasToken) return graph.fetchChanges(place, from, signal);
    const openings = discussionsIn(place, await fetchFeed(place, "discussions", signal));
    return { ...unchanged(from.mark ?? writeMark(readMark(null, from.since)), 0), openings };
  }

  async function fetchNumber(
    place: string,
    number: number,
    signal?: AbortSignal,
  ): Promise<{ found: Opening | Missing; rate: TrackerStart["rate"] }> {
    const { reply } = await client.get(`${getBase(place)}/issues/${number}`, { isDirect: true, signal });
    const rate = client.rate(reply);
    // Requests for renamed repositories are redirected, too.
    if (isRedirect(reply))
      return (await isRenamed(place, signal))
        ? fetchNumber(place, number, signal)
        : { found: "transferred", rate };
    if (reply.status === 410) return { found: "deleted", rate };
    if (reply.status === 404) {
      const discussion = client.hasToken ? await graph.fetchNumber(place, number, signal) : null;
      return { found: discussion ?? "hidden", rate };
    }
    const found = getOpening(place, client.read(reply, z.unknown()));
    if (found?.number !== number)
      throw new SiteError("malformed", "unexpected response", { status: 200, rate });
    return { found, rate };
  }

  const fetchComments: TrackerSite["fetchComments"] = async (place, of, signal): Promise<CommentsPage> => {
    const { number, thread, since, next } = of;
    if (thread === "discussions") return graph.fetchComments(place, { number, next }, signal);
    const from = since === null ? "" : `&since=${toIso(since.getTime())}`;
    const path = `/issues/${number}/comments?per_page=${pageSize}${from}`;
    const { reply } = await (next === null ? get(place, path, { signal }) : client.get(next, { signal }));
    const found = client.read(reply, rows);
    const entries = found.map((row) => getEntry(place, "issuecomment", row)).filter((one) => one !== null);
    return {
      ...{ entries, skipped: found.length - entries.length, unshown: 0 },
      ...{ rate: client.rate(reply), requests: 1 },
      next: nextPath(reply, apiUrl),
    };
  };

  return {
    ...settings.facts,
    reads: "trackers",
    // Posts before their comments. Discussions last: they have a separate limit.
    lists: ["issues", "comments", "reviews", "releases", "discussions"],
    fetchStart,
    async fetchChanges(place, { list, ...from }, signal) {
      if (list === "releases") return fetchReleases(place, from, signal);
      if (list === "discussions") return fetchDiscussions(place, from, signal);
      const checked = list === "issues" && from.next === null ? await ensurePublic(place, signal) : 0;
      const page = await fetchList(place, list as ChangeList, from, signal);
      return { ...page, requests: page.requests + checked };
    },
    fetchNumber,
    fetchComments,
    fetchItem,
    fetchByFullname,
    // Without a token, checks can use 6 requests per hour.
    lookUp: { max: client.hasToken ? 20 : 6, requests: (fullnames) => fullnames },
    async checkPlace(name, signal) {
      try {
        const { reply, checked } = await check(name, signal);
        const health: PlaceHealth = checked.isPrivate ? "missing" : "ok";
        const displayName = checked.isPrivate ? null : checked.displayName;
        return { health, displayName, rate: client.rate(reply) };
      } catch (error) {
        if (!(error instanceof SiteError)) throw error;
        if (error.kind !== "missing" && error.kind !== "forbidden") throw error;
        return { health: error.status === 451 ? "banned" : "missing", displayName: null, rate: error.rate };
      }
    },
    async searchPlaces(prefix, signal) {
      const [owner = "", name] = prefix.split("/");
      const words = name === undefined ? `${owner} in:name` : `user:${owner} ${name} in:name`;
      const query = encodeURIComponent(`${words} is:public`);
      const { reply } = await client.get(`/search/repositories?q=${query}&per_page=${maxFound}`, { signal });
      // Unknown owners.
      if (reply.status === 422) return { names: [], rate: NO_RATE };
      const found = client.read(reply, searchResponse).items.map(({ full_name }) => full_name);
      return { names: found.filter((one) => settings.facts.isPlaceName(one)), rate: client.rate(reply) };
    },
  };
}
