import { setTimeout as sleep } from "node:timers/promises";
import type * as z from "zod";
import type { Item } from "@/domain/reading/item";
import type { PagedSite, Page } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";
import { parseReply } from "../responses";
import { getError } from "../errors";
import { send, type Reply } from "../http";
import { getPath } from "./address";
import {
  commentResponse,
  getComment,
  isGone,
  listResponse,
  getLoneComment,
  getPost,
  storyResponse,
  getTime,
} from "./responses";
import { getRows, type Shown } from "./comment-page";
import { facts } from "./facts";
import { createPace } from "./pace";

const TIMEOUT_MS = 8_000;
/** 20 comments of the maximum length are smaller. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;
const STORIES = 25;
const COMMENTS = 20;
const PAUSE_MS = 1_000;
/** Maximum number of edited comments whose original time is cached. */
const maxWritten = 1_000;
const NO_RATE = { used: null, remaining: null, resetSeconds: null };

export interface LobstersSettings {
  url: string;
  userAgent: string;
  now?: () => number;
  sleep?: (ms: number) => Promise<unknown>;
  timeoutMs?: number;
}

export function createLobsters(settings: LobstersSettings): PagedSite {
  const { userAgent, now = Date.now, timeoutMs = TIMEOUT_MS } = settings;
  const paced = createPace(PAUSE_MS, { now, sleep: settings.sleep ?? sleep });

  function get(path: string, signal?: AbortSignal): Promise<Reply> {
    const accept = path.endsWith(".json") ? "application/json" : "text/html";
    const headers = { "user-agent": userAgent, accept };
    const url = `${settings.url}/${path}`;
    return paced(() => send({ url, headers, timeoutMs, signal, maxBytes: MAX_BODY_BYTES }));
  }

  function read<T>(reply: Reply, shape: z.ZodType<T>): T {
    if (reply.status !== 200) throw getError(reply, now());
    return parseReply(reply, shape);
  }

  async function item<T>(path: string, shape: z.ZodType<T>, signal?: AbortSignal): Promise<T | Absent> {
    const reply = await get(`${path}.json`, signal);
    return absenceOf(path, reply) ?? read(reply, shape);
  }

  /** New rows shift older ones to the next page, so these can appear twice. */
  async function storiesFrom(rank: number, limit: number, signal?: AbortSignal): Promise<Page> {
    const listed = read(await get(`${getPage("newest", rank, STORIES)}.json`, signal), listResponse);
    const rows = listed.slice(rank % STORIES).slice(0, mostOf(limit));
    const items = rows.map(getPost).filter((item) => item !== null);
    const skipped = rows.length - items.length;
    return { items, skipped, after: nextOf(rank + rows.length, listed.length, STORIES), rate: NO_RATE };
  }

  /** HTML only, in creation order. Edits hide creation times, so they are fetched. `boundMs` limits row 1. */
  async function commentsFrom(
    { rank, boundMs }: { rank: number; boundMs: number },
    limit: number,
    signal?: AbortSignal,
  ): Promise<Page> {
    const listed = shownOn(await get(getPage("comments", rank, COMMENTS), signal));
    const rows = listed.slice(rank % COMMENTS).slice(0, mostOf(limit));
    let createdMs = boundMs;
    let requests = 1;
    const items: Item[] = [];
    for (const row of rows) {
      if (row === null) continue;
      const isRequested = row.isEdited && !writtenMs.has(row.shortId);
      if (isRequested) requests += 1;
      if (isRequested) await fetchCreation(row.shortId, signal);
      createdMs = Math.min(createdMs, writtenMs.get(row.shortId) ?? row.shownMs);
      items.push(getComment(row, createdMs));
    }
    const next = nextOf(rank + rows.length, listed.length, COMMENTS);
    return {
      ...{ items, skipped: rows.length - items.length, rate: NO_RATE },
      after: next === null ? null : `${next} ${createdMs}`,
      requests,
    };
  }

  function shownOn(reply: Reply): (Shown | null)[] {
    if (reply.status !== 200) throw getError(reply, now());
    const rows = getRows(reply.body);
    if (rows === null || (rows.length > 0 && rows.every((row) => row === null)))
      throw new SiteError("malformed", "incomplete list of comments", { status: 200, rate: reply.rate });
    return rows;
  }

  /** Creation times of edited comments (ms since the epoch). They never change. */
  const writtenMs = new Map<string, number>();

  /** If the time is unavailable, the time of the comment above is used instead. */
  async function fetchCreation(shortId: string, signal?: AbortSignal): Promise<void> {
    try {
      const result = await item(`c/${shortId}`, commentResponse, signal);
      const ms = typeof result === "string" ? null : getTime(result);
      if (ms !== null) writtenMs.set(shortId, ms);
    } catch (error) {
      if (!(error instanceof SiteError) || endsAll(error)) throw error;
    }
    if (writtenMs.size > maxWritten) writtenMs.delete(writtenMs.keys().next().value!);
  }

  async function itemAt(path: string, signal?: AbortSignal): Promise<Item | null> {
    if (path.startsWith("c/")) {
      const result = await item(path, commentResponse, signal);
      return typeof result === "string" ? null : getLoneComment(result);
    }
    const result = await item(path, storyResponse, signal);
    return typeof result === "string" ? null : getPost(result);
  }

  async function getStatus(fullname: string, signal: AbortSignal | undefined, errors: SiteError[]) {
    const path = getPath(fullname);
    if (path === null) return "deleted";
    try {
      const result = path.startsWith("c/")
        ? await item(path, commentResponse, signal)
        : await item(path, storyResponse, signal);
      if (typeof result === "string") return result === "gone" ? "deleted" : "present";
      return isGone(result) ? "deleted" : "present";
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      errors.push(error);
      return null;
    }
  }

  return {
    ...facts,
    reads: "pages",
    // Story pages have five more rows.
    pageSize: COMMENTS,
    hasAnchors: false,
    afterRows: String,
    listing: { names: 1, namesLength: 10, items: Infinity },
    lookUp: { max: 20, requests: (fullnames) => fullnames },
    fetchNewest: ({ kind, limit = COMMENTS, after = null, signal }) => {
      const [rank = 0, boundMs = Infinity] = after === null ? [] : after.split(" ").map(Number);
      return kind === "comment"
        ? commentsFrom({ rank, boundMs }, limit, signal)
        : storiesFrom(rank, limit, signal);
    },
    async fetchItem(fullname, signal) {
      const path = getPath(fullname);
      return { item: path === null ? null : await itemAt(path, signal), rate: NO_RATE };
    },
    async fetchByFullname(fullnames, signal) {
      const statuses = new Map<string, "present" | "deleted">();
      const errors: SiteError[] = [];
      for (const name of fullnames) {
        const result = await getStatus(name, signal, errors);
        if (result !== null) statuses.set(name, result);
        if (errors.some(endsAll)) break;
      }
      const [first] = errors.filter((error) => endsAll(error) || statuses.size === 0);
      if (first !== undefined) throw first;
      return { statuses, rate: NO_RATE };
    },
    // 'all' always exists.
    checkPlace: async (name) => ({
      health: facts.isPlaceName(name) ? "ok" : "missing",
      displayName: null,
      rate: NO_RATE,
    }),
    searchPlaces: async () => ({ names: [], rate: NO_RATE }),
  };
}

function getPage(list: string, rank: number, perPage: number): string {
  const page = Math.floor(rank / perPage) + 1;
  return page === 1 ? list : `${list}/page/${page}`;
}

/** Returns whole pages, unless the limit is smaller than any page. */
function mostOf(limit: number): number {
  return limit < COMMENTS ? limit : STORIES;
}

/** A page that isn't full is the last one. */
function nextOf(rank: number, listed: number, perPage: number): string | null {
  return listed < perPage && rank % perPage === listed % perPage ? null : String(rank);
}

type Absent = "gone" | "merged";

function absenceOf(path: string, { status, headers }: Reply): Absent | null {
  // For missing comments, the site returns 400.
  if (status === 404 || status === 410 || (status === 400 && path.startsWith("c/"))) return "gone";
  const leadsTo = headers.get("location") ?? "";
  return status >= 300 && status < 400 && /\/s\/[0-9a-z]{1,16}(?:\.json)?$/.test(leadsTo) ? "merged" : null;
}

function endsAll({ kind, reason }: SiteError): boolean {
  return kind === "rate-limited" || kind === "blocked" || kind === "unauthorized" || reason === "aborted";
}
