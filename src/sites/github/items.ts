import type { Item } from "@/domain/reading/item";
import type { ItemStatus } from "@/domain/reading/site";
import { NO_RATE, SiteError, type Rate } from "@/domain/reading/site-error";
import type { Opening } from "@/domain/reading/tracker";
import { numberName, partedFullname, type Named } from "./address";
import type { Repositories } from "./repositories";
import { getEntry, getOpening, getRelease } from "./responses";
import * as z from "zod";

const maxPages = 20;

interface Graph {
  fetchNumber(place: string, number: number, signal?: AbortSignal): Promise<Opening | null>;
  fetchComments(
    place: string,
    of: { number: number; next: string | null },
    signal?: AbortSignal,
  ): Promise<{ entries: { item: Item }[]; next: string | null }>;
}

export function createItems({ client, get, ensurePublic }: Repositories, graph: Graph) {
  /** The item, "gone", or null if we can't tell, because discussions need a token. */
  async function find(
    named: Named,
    signal?: AbortSignal,
  ): Promise<{ item: Item | "gone" | null; rate: Rate }> {
    const { place } = named;
    try {
      await ensurePublic(place, signal);
    } catch (error) {
      if (!(error instanceof SiteError) || error.kind !== "missing") throw error;
      return { item: "gone", rate: error.rate };
    }
    if (named.is === "comment" && named.word === "discussioncomment")
      return { item: client.hasToken ? await inDiscussion(named, signal) : null, rate: NO_RATE };
    const { reply } = await get(place, getPath(named), { signal });
    const rate = client.rate(reply);
    if (reply.status === 410) return { item: "gone", rate };
    if (reply.status === 404) return { item: await unlisted(named, signal), rate };
    const item = itemIn(named, client.read(reply, z.unknown()));
    // Deletion can't be undone, so only a clear response counts.
    if (item === null) throw new SiteError("malformed", "unexpected response", { status: 200, rate });
    return { item, rate };
  }

  /** A number that the API doesn't know can be a discussion. */
  async function unlisted(named: Named, signal?: AbortSignal): Promise<Item | "gone" | null> {
    if (named.is !== "number") return "gone";
    if (!client.hasToken) return null;
    return (await graph.fetchNumber(named.place, named.number, signal))?.item ?? "gone";
  }

  async function inDiscussion(
    { place, number, id }: Named & { is: "comment" },
    signal?: AbortSignal,
  ): Promise<Item | "gone"> {
    try {
      let next: string | null = null;
      for (let pages = 0; pages < maxPages; pages += 1) {
        const page = await graph.fetchComments(place, { number, next }, signal);
        const found = page.entries.find(({ item }) => item.fullname.endsWith(`-${id}`));
        if (found !== undefined) return found.item;
        next = page.next;
        if (next === null) return "gone";
      }
      throw new SiteError("malformed", "The discussion is too long", { reason: "too-large" });
    } catch (error) {
      if (error instanceof SiteError && error.kind === "missing") return "gone";
      throw error;
    }
  }

  async function titled(item: Item, number: number, signal?: AbortSignal): Promise<Item> {
    const fallback = `${item.place} #${number}`;
    const fullname = numberName(item.place, number);
    const post = await find(partedFullname(fullname)!, signal).catch((error: unknown) => {
      if (error instanceof SiteError) return null;
      throw error;
    });
    const title = post !== null && typeof post.item === "object" ? post.item?.title : undefined;
    return { ...item, title: title ?? fallback };
  }

  return {
    async fetchItem(fullname: string, signal?: AbortSignal): Promise<{ item: Item | null; rate: Rate }> {
      const named = partedFullname(fullname);
      if (named === null) return { item: null, rate: NO_RATE };
      const { item, rate } = await find(named, signal);
      if (item === null || item === "gone") return { item: null, rate };
      const [, number] = /\/(?:issues|pull|discussions)\/(\d+)#/.exec(item.url) ?? [];
      return { item: number === undefined ? item : await titled(item, Number(number), signal), rate };
    },
    /** Stops at the first error that concerns all requests. */
    async fetchByFullname(fullnames: readonly string[], signal?: AbortSignal) {
      const statuses = new Map<string, ItemStatus>();
      let rate = NO_RATE;
      let failure: SiteError | null = null;
      for (const fullname of fullnames) {
        const named = partedFullname(fullname);
        try {
          const found = named === null ? { item: "gone" as const, rate } : await find(named, signal);
          rate = found.rate;
          statuses.set(fullname, statusOf(found.item));
        } catch (error) {
          if (!(error instanceof SiteError)) throw error;
          failure = error;
          if (error.kind !== "malformed" && error.kind !== "forbidden") break;
        }
      }
      if (failure !== null && [...statuses.values()].every((status) => status === "unknown")) throw failure;
      return { statuses, rate };
    },
  };
}

function statusOf(item: Item | "gone" | null): ItemStatus {
  if (item === null) return "unknown";
  return item === "gone" ? "deleted" : "present";
}

function getPath(named: Named): string {
  if (named.is === "number") return `/issues/${named.number}`;
  if (named.is === "release") return `/releases/tags/${encodeURIComponent(named.tag)}`;
  return named.word === "discussion_r" ? `/pulls/comments/${named.id}` : `/issues/comments/${named.id}`;
}

function itemIn(named: Named, row: unknown): Item | null {
  const { place } = named;
  if (named.is === "number") return getOpening(place, row)?.item ?? null;
  if (named.is === "release") return getRelease(place, row)?.item ?? null;
  return getEntry(place, named.word, row)?.item ?? null;
}
