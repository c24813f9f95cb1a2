import type { ChangesPage, Opening, TrackerEntry } from "@/domain/reading/tracker";
import { SiteError } from "@/domain/reading/site-error";
import type { GitHubResponse } from "./client";
import { getEntry, getOpening, rows } from "./responses";
import type { Repositories } from "./repositories";
import { readMark, writeMark } from "./marks";

/** Items can appear this long after they were changed (ms). */
const overlapMs = 5 * 60_000;
const pageSize = 100;
/** Used if a page of the usual size is too large. */
const smallPage = 20;
/** Without a token, comments are read at least this often even if no post seems to have changed (ms). */
const restMs = 6 * 3_600_000;

export type ChangesQuestion = { mark: string | null; next: string | null; since: Date; hasNews: boolean };

const paths = { issues: "issues", comments: "issues/comments", reviews: "pulls/comments" } as const;
export type ChangeList = keyof typeof paths;

/** Reads lists that are sorted by the time of the last change. */
export function createChanges(repositories: Repositories) {
  const { client, apiUrl } = repositories;

  /** A page from a time on. If it is too large, fewer rows of it. */
  async function request(place: string, path: string, tag: string | null, signal?: AbortSignal) {
    try {
      return {
        response: await repositories.get(place, `${path}&per_page=${pageSize}`, { tag, signal }),
        size: pageSize,
        requests: 1,
      };
    } catch (error) {
      if (!(error instanceof SiteError) || error.reason !== "too-large") throw error;
      const response = await repositories.get(place, `${path}&per_page=${smallPage}`, { signal });
      return { response, size: smallPage, requests: 2 };
    }
  }

  return async function fetchChanges(
    place: string,
    list: ChangeList,
    from: ChangesQuestion,
    signal?: AbortSignal,
  ): Promise<ChangesPage> {
    const mark = readMark(from.mark, from.since);
    const isRested = mark.readMs !== null && client.now() - mark.readMs < restMs;
    if (list !== "issues" && !client.hasToken && !from.hasNews && isRested && from.mark !== null)
      return unchanged(from.mark, 0);
    const at = from.next === null ? null : partedNext(from.next);
    const sinceMs = at?.sinceMs ?? mark.atMs - overlapMs;
    const path = `/${paths[list]}?${list === "issues" ? "state=all&" : ""}sort=updated&direction=asc&since=${toIso(sinceMs)}`;
    const tag = at === null ? mark.tag : null;
    const { response, size, requests } =
      at?.path === undefined
        ? await request(place, path, tag, signal)
        : { response: await client.get(at.path, { signal }), size: sizeIn(at.path), requests: 1 };
    const { reply } = response;
    // Unchanged lists are free with a token.
    if (reply.status === 304 && from.mark !== null)
      return { ...unchanged(from.mark, client.hasToken ? 0 : 1), rate: client.rate(reply) };
    const found = readRows(place, list, client.read(reply, rows));
    const lastMs = Math.max(sinceMs, ...found.changedMs);
    const atMs = Math.max(mark.atMs, lastMs);
    const isQuiet = at === null && found.count < size && atMs === mark.atMs && requests === 1;
    return {
      ...{ openings: found.openings, entries: found.entries, skipped: found.skipped, requests },
      mark: writeMark({
        atMs,
        // Valid for the same request only.
        tag: isQuiet ? reply.headers.get("etag") : null,
        readMs: client.hasToken ? null : client.now(),
      }),
      next: found.count < size ? null : nextOf({ response, sinceMs, lastMs }),
      rate: client.rate(reply),
    };
  };

  /** Continues with the last row's time: pages shift while rows change. Next page only if all are equal. */
  function nextOf({
    response,
    sinceMs,
    lastMs,
  }: {
    response: GitHubResponse;
    sinceMs: number;
    lastMs: number;
  }) {
    if (lastMs > sinceMs) return `since ${lastMs}`;
    const path = repositories.nextPath(response.reply, apiUrl);
    return path === null ? null : `page ${sinceMs} ${path}`;
  }
}

function readRows(place: string, list: ChangeList, found: readonly unknown[]) {
  const openings: Opening[] = [];
  const entries: TrackerEntry[] = [];
  const changedMs: number[] = [];
  for (const row of found) {
    const opening = list === "issues" ? getOpening(place, row) : null;
    const word = list === "reviews" ? "discussion_r" : "issuecomment";
    const entry = list === "issues" ? null : getEntry(place, word, row);
    if (opening !== null) openings.push(opening);
    if (entry !== null) entries.push(entry);
    const changedAt = opening?.changedAt ?? entry?.changedAt;
    if (changedAt !== undefined) changedMs.push(changedAt.getTime());
  }
  const skipped = found.length - openings.length - entries.length;
  return { openings, entries, changedMs, skipped, count: found.length };
}

function partedNext(next: string): { sinceMs: number; path?: string } {
  const [, sinceMs, path] = /^page (\d+) (.+)$/.exec(next) ?? [];
  return path === undefined ? { sinceMs: Number(next.slice(6)) } : { sinceMs: Number(sinceMs), path };
}

/** The link to a next page repeats the size of the page before, which can be the small one. */
function sizeIn(path: string): number {
  return Number(/[?&]per_page=(\d+)/.exec(path)?.[1] ?? pageSize);
}

export function unchanged(mark: string, requests: number): ChangesPage {
  const rate = { used: null, remaining: null, resetSeconds: null };
  return { openings: [], entries: [], skipped: 0, mark, next: null, rate, requests };
}

/** Without milliseconds, which the site doesn't use. */
export function toIso(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString().replace(".000Z", "Z");
}
