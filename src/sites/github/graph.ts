import type * as z from "zod";
import { NO_RATE, SiteError } from "@/domain/reading/site-error";
import type { ChangesPage, CommentsPage, Opening, TrackerEntry } from "@/domain/reading/tracker";
import { unchanged, type ChangesQuestion } from "./changes";
import {
  checkErrors,
  commentsQuery,
  commentsResponse,
  discussionEntries,
  discussionEntry,
  getDiscussion,
  discussionQuery,
  discussionResponse,
  discussionsQuery,
  discussionsResponse,
  repliesQuery,
  repliesResponse,
} from "./discussions";
import { readMark, writeMark } from "./marks";
import type { Repositories } from "./repositories";

const overlapMs = 5 * 60_000;
/** Discussions of all places together are requested this often at most (ms): the limit is 5,000 an hour. */
const spacingMs = 900;
const maxReplyPages = 20;

export function createGraph({ client, hasDiscussions, places }: Repositories) {
  const readMs = new Map<string, number>();
  let pausedUntilMs = 0;

  async function request<T extends { errors?: Parameters<typeof checkErrors>[0]; data?: unknown }>(
    query: string,
    variables: object,
    shape: z.ZodType<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    try {
      const response = await client.graphql(query, variables, shape, signal);
      checkErrors(response.errors);
      // Only the error for a missing object explains a response without data.
      if (response.errors === undefined && !response.data)
        throw new SiteError("malformed", "unexpected response", { status: 200 });
      return response;
    } catch (error) {
      if (!(error instanceof SiteError) || error.reason === "aborted") throw error;
      if (error.retryAfterMs !== null) pausedUntilMs = client.now() + error.retryAfterMs;
      // A limit of its own, so the rest of the site is still read.
      if (error.kind !== "rate-limited") throw error;
      throw new SiteError("unavailable", error.message, { status: error.status });
    }
  }

  const named = (place: string) => {
    const [owner, name] = place.split("/");
    return { owner, name };
  };

  /** Latest changes first, so the mark only moves at the end of a read. */
  async function fetchChanges(
    place: string,
    from: ChangesQuestion,
    signal?: AbortSignal,
  ): Promise<ChangesPage> {
    const mark = readMark(from.mark, from.since);
    const before = from.mark ?? writeMark(mark);
    const nowMs = client.now();
    const isEarly = from.next === null && nowMs - (readMs.get(place) ?? 0) < places() * spacingMs;
    if (!hasDiscussions(place) || isEarly || nowMs < pausedUntilMs) return unchanged(before, 0);
    const [after = null, topMs = "0"] = from.next?.split(" ") ?? [];
    const variables = { ...named(place), after };
    const { data } = await request(discussionsQuery, variables, discussionsResponse, signal);
    const { nodes, pageInfo } = data?.repository?.discussions ?? none;
    const openings = nodes.map((node) => getDiscussion(place, node)).filter((one) => one !== null);
    const changedMs = openings.map(({ changedAt }) => changedAt.getTime());
    const atMs = Math.max(mark.atMs, Number(topMs), ...changedMs);
    const isDown = !pageInfo.hasNextPage || changedMs.some((ms) => ms < mark.atMs - overlapMs);
    if (isDown) readMs.set(place, nowMs);
    return {
      openings: openings.filter(({ changedAt }) => changedAt.getTime() >= mark.atMs - overlapMs),
      ...{ entries: [], skipped: nodes.length - openings.length, rate: NO_RATE, requests: 0 },
      mark: isDown ? writeMark({ ...mark, atMs }) : before,
      next: isDown ? null : `${pageInfo.endCursor} ${atMs}`,
    };
  }

  async function fetchNumber(place: string, number: number, signal?: AbortSignal): Promise<Opening | null> {
    if (client.now() < pausedUntilMs) throw new SiteError("unavailable", "GraphQL limit reached");
    const { data } = await request(discussionQuery, { ...named(place), number }, discussionResponse, signal);
    return getDiscussion(place, data?.repository?.discussion);
  }

  async function fetchComments(
    place: string,
    { number, next }: { number: number; next: string | null },
    signal?: AbortSignal,
  ): Promise<CommentsPage> {
    const [after = null, before = "0"] = next?.split(" ") ?? [];
    const variables = { ...named(place), number, after };
    const { data } = await request(commentsQuery, variables, commentsResponse, signal);
    const found = data?.repository?.discussion?.comments;
    if (found === undefined) throw new SiteError("missing", "The discussion doesn't exist");
    const entries: TrackerEntry[] = [];
    let skipped = 0;
    let replies = 0;
    for (const node of found.nodes) {
      const shown = discussionEntries(place, number, node);
      entries.push(...shown.entries);
      skipped += shown.skipped;
      replies += shown.replies;
      if (shown.more !== null) entries.push(...(await furtherReplies(place, number, shown.more, signal)));
    }
    const { hasNextPage, endCursor } = found.pageInfo;
    const comments = Number(before) + found.nodes.length;
    const unlisted = hasNextPage ? 0 : found.totalCount - comments;
    const unshown = replies + found.nodes.length - entries.length - skipped + unlisted;
    return {
      ...{ entries, skipped, unshown: Math.max(0, unshown), rate: NO_RATE, requests: 0 },
      next: hasNextPage ? `${endCursor} ${comments}` : null,
    };
  }

  async function furtherReplies(
    place: string,
    number: number,
    more: { id: string; after: string },
    signal?: AbortSignal,
  ): Promise<TrackerEntry[]> {
    const entries: TrackerEntry[] = [];
    let after: string | null = more.after;
    for (let pages = 0; after !== null && pages < maxReplyPages; pages += 1) {
      const variables = { id: more.id, after };
      const response: z.infer<typeof repliesResponse> = await request(
        repliesQuery,
        variables,
        repliesResponse,
        signal,
      );
      const replies = response.data?.node?.replies;
      const nodes = replies?.nodes ?? [];
      entries.push(...nodes.flatMap((node) => discussionEntry(place, number, node) ?? []));
      after = replies?.pageInfo.hasNextPage ? replies.pageInfo.endCursor : null;
    }
    return entries;
  }

  return { fetchChanges, fetchNumber, fetchComments };
}

const none = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
