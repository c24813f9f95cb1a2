import type { GuardedFetch, GuardedReply } from "@/adapters/guarded-fetch/guarded-fetch";
import type { ThreadedParser } from "@/domain/reading/parser";
import type { ForumPage } from "@/domain/reading/forum-page";
import type { ForumSite, FoundList, ItemStatus } from "@/domain/reading/site";
import { NO_RATE, SiteError } from "@/domain/reading/site-error";
import { getBase, getHost, partedFullname, getPlace, placeAbove, searchFor } from "./address";
import { facts } from "./facts";
import type { ForumResponse, NotAForum, parsePost, parsePosts, parseTitle } from "./parse";
import { getReplacement, isGone, toRefusal } from "./refusals";
import type { RobotsQuery } from "../robots/robots";
import { isPage } from "../guarded";
import { createPoliteRequest } from "../robots/polite-request";

interface Parsers {
  posts: ThreadedParser<ForumResponse, ReturnType<typeof parsePosts>>;
  post: ThreadedParser<ForumResponse, ReturnType<typeof parsePost>>;
  title: ThreadedParser<ForumResponse, ReturnType<typeof parseTitle>>;
  isAllowed: ThreadedParser<RobotsQuery, boolean>;
}

export function createDiscourse(how: { fetch: GuardedFetch; parse: Parsers; now?: () => number }): ForumSite {
  const { fetch, parse, now = Date.now } = how;

  const requestAddress = createPoliteRequest({ fetch, isAllowed: parse.isAllowed, toRefusal, now });

  const request = (place: string, path: string, signal?: AbortSignal) =>
    requestAddress(`${getBase(place)}${path}`, signal);

  async function read<T extends object>(
    place: string,
    reply: GuardedReply,
    parser: ThreadedParser<ForumResponse, T | NotAForum>,
  ): Promise<T> {
    if (reply.status !== 200) throw toRefusal(reply, now());
    if (isPage(reply)) throw getReplacement(reply);
    const contentType = reply.headers.get("content-type");
    // Copied, because a small buffer shares its memory with others.
    const read = await parser({ place, body: new Uint8Array(reply.body), contentType }, getHost(place));
    if ("fault" in read) throw new SiteError("malformed", read.fault, { status: reply.status });
    return read;
  }

  async function fetchPosts(place: string, below: number | null, signal?: AbortSignal): Promise<ForumPage> {
    const reply = await request(
      place,
      below === null ? "/posts.json" : `/posts.json?before=${below}`,
      signal,
    );
    return read(place, reply, parse.posts);
  }

  async function find(place: string, signal?: AbortSignal): Promise<FoundList> {
    const reply = await request(place, "/posts.json", signal);
    const { posts } = await read(place, reply, parse.posts);
    const lives = (reply.movedTo === null ? null : getPlace(reply.movedTo)) ?? place;
    const times = posts.flatMap(({ item }) => (item === null ? [] : [item.createdAt.getTime()]));
    return {
      place: lives,
      ...{ title: await fetchTitle(lives, signal), home: null },
      items: times.length,
      newestAt: times.length === 0 ? null : new Date(Math.max(...times)),
    };
  }

  /** Finds the forum at a place or, if the path turns out to be a page, in a folder above it. */
  async function findUpFrom(place: string, signal?: AbortSignal): Promise<FoundList> {
    try {
      return await find(place, signal);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      const above = error.kind === "missing" || error.kind === "malformed" ? placeAbove(place) : null;
      const further = above === null ? null : await findUpFrom(above, signal);
      if (further !== null && (!("reason" in further) || further.isThere)) return further;
      // Only Discourse answers 403 in JSON. Any server can fail in other ways.
      return { reason: error.message, isThere: error.kind === "forbidden" && error.reason !== "robots" };
    }
  }

  async function fetchTitle(place: string, signal?: AbortSignal): Promise<string | null> {
    try {
      const reply = await request(place, "/site/basic-info.json", signal);
      return (await read(place, reply, parse.title)).title;
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      return null;
    }
  }

  /** Checks posts of one forum. Omits posts with an unknown status, and stops at the first error. */
  async function getStatus(place: string, numbers: readonly number[], signal?: AbortSignal) {
    const result = new Map<number, ItemStatus>();
    try {
      for (const number of numbers) {
        const reply = await request(place, `/posts/${number}.json`, signal);
        if (isGone(reply)) result.set(number, "deleted");
        else result.set(number, (await read(place, reply, parse.post)).isGone ? "deleted" : "present");
      }
      // If the whole forum is gone, a 404 doesn't mean that the post was deleted: check that it responds.
      const hasGone = [...result.values()].includes("deleted");
      if (hasGone) await fetchPosts(place, null, signal);
      return result;
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      return new Map([...result].filter(([, statuses]) => statuses === "present"));
    }
  }

  return {
    ...facts,
    reads: "forums",
    getHost,
    fetchPosts,
    fetchTitle,
    async findList(address, signal) {
      const place = getPlace(address);
      if (place === null) return { reason: "This isn't a forum URL", isThere: false };
      return findUpFrom(place, signal);
    },
    async fetchItem(fullname, signal) {
      const query = searchFor(fullname);
      if (query === null) return { item: null, rate: NO_RATE };
      const { place, path } = query;
      const reply = await request(place, path, signal);
      // Private posts return 403.
      if (isGone(reply) || (reply.status === 403 && !isPage(reply))) return { item: null, rate: NO_RATE };
      return { item: (await read(place, reply, parse.post)).item, rate: NO_RATE };
    },
    lookUp: { max: 20, requests: (fullnames) => fullnames },
    async fetchByFullname(fullnames, signal) {
      const numbers = new Map<string, number[]>();
      for (const parted of fullnames.map(partedFullname))
        if (parted !== null) numbers.set(parted.place, [...(numbers.get(parted.place) ?? []), parted.number]);
      const result = await Promise.all(
        [...numbers].map(async ([place, some]) => ({
          place,
          reported: await getStatus(place, some, signal),
        })),
      );
      const statuses = new Map<string, ItemStatus>();
      for (const fullname of fullnames) {
        const parted = partedFullname(fullname);
        const one = result.find(({ place }) => place === parted?.place)?.reported.get(parted!.number);
        if (one !== undefined) statuses.set(fullname, one);
      }
      return { statuses, rate: NO_RATE };
    },
  };
}
