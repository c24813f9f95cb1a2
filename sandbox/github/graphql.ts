import { json } from "../http";
import { toIso } from "./rows";
import type { Comment, Repository, Thread } from "./shapes";
import type { GitHubWorld } from "./world";

const pageSize = 50;

interface Variables {
  owner?: string;
  name?: string;
  number?: number;
  id?: string;
  after?: string | null;
}

/** Answers the queries for discussions. Cursors are positions. */
export function respondToGraphql(world: GitHubWorld, body: string): Response {
  const { query, variables } = JSON.parse(body) as { query: string; variables: Variables };
  if (query.includes("node(id")) return json(200, { data: { node: repliesAt(world, variables) } });
  const repository = world.find(`${variables.owner}/${variables.name}`);
  if (repository === undefined || repository.isGone) return missing("repository");
  const nowMs = world.clock.nowMs();
  const shown = repository.threads.filter(
    ({ is, state, shownMs }) => is === "discussion" && state === "live" && shownMs <= nowMs,
  );
  if (query.includes("discussions(first")) {
    const latest = shown.toSorted((a, b) => b.changedMs - a.changedMs);
    const discussions = paged(latest, variables.after, discussionNode);
    return json(200, { data: { repository: { discussions } } });
  }
  const thread = shown.find(({ number }) => number === variables.number);
  if (thread === undefined) return missing("discussion");
  // The count includes late comments.
  const comments = {
    totalCount: countOf(thread, null),
    ...paged(topComments(thread, nowMs), variables.after, (comment) =>
      commentNode(repository, thread, comment, nowMs),
    ),
  };
  const discussion = query.includes("comments(first") ? { comments } : discussionNode(thread);
  return json(200, { data: { repository: { discussion } } });
}

function missing(name: string): Response {
  const error = { type: "NOT_FOUND", path: [name], message: `Could not resolve to a ${name}.` };
  return json(200, { data: { repository: null }, errors: [error] });
}

function paged<T>(all: readonly T[], after: string | null | undefined, node: (one: T) => object) {
  const from = Number(after ?? 0);
  const end = from + pageSize;
  return {
    pageInfo: { hasNextPage: all.length > end, endCursor: String(Math.min(end, all.length)) },
    nodes: all.slice(from, end).map(node),
  };
}

function authorOf(by: string | null): object | null {
  if (by === null) return null;
  return by.endsWith("[bot]")
    ? { login: by.slice(0, -5), __typename: "Bot" }
    : { login: by, __typename: "User" };
}

function discussionNode({ number, title, text, by, atMs, changedMs }: Thread): object {
  return {
    ...{ number, title, body: text, author: authorOf(by), category: { name: "Q&A" } },
    ...{ createdAt: toIso(atMs), updatedAt: toIso(changedMs) },
  };
}

function liveComments({ comments }: Thread, nowMs: number): Comment[] {
  return comments.filter(({ state, shownMs }) => state === "live" && shownMs <= nowMs);
}

function countOf({ comments }: Thread, parent: number | null): number {
  return comments.filter(({ state, replyTo }) => state === "live" && replyTo === parent).length;
}

function topComments(thread: Thread, nowMs: number): Comment[] {
  return liveComments(thread, nowMs).filter(({ replyTo }) => replyTo === null);
}

function written({ id, text, by, atMs }: Comment): object {
  return { databaseId: id, body: text, createdAt: toIso(atMs), author: authorOf(by) };
}

function repliesTo(thread: Thread, id: number, after: string | null | undefined, nowMs: number) {
  return paged(
    liveComments(thread, nowMs).filter(({ replyTo }) => replyTo === id),
    after,
    written,
  );
}

function commentNode({ id }: Repository, thread: Thread, comment: Comment, nowMs: number): object {
  const replies = { totalCount: countOf(thread, comment.id), ...repliesTo(thread, comment.id, null, nowMs) };
  return { id: `DC ${id} ${thread.number} ${comment.id}`, ...written(comment), replies };
}

function repliesAt(world: GitHubWorld, { id = "", after }: Variables): object | null {
  const [, repository, number, comment] = id.split(" ").map(Number);
  const thread = world.repositories
    .find((one) => one.id === repository)
    ?.threads.find((one) => one.number === number);
  return thread === undefined ? null : { replies: repliesTo(thread, comment!, after, world.clock.nowMs()) };
}
