import type { Comment, Release, Repository, Thread } from "./shapes";

/** Base of public URLs. They don't contain the sandbox's host. */
const web = "https://github.com";

export const toIso = (ms: number) =>
  new Date(Math.floor(ms / 1000) * 1000).toISOString().replace(".000Z", "Z");

function userOf(by: string | null): object | null {
  if (by === null) return null;
  return { login: by, id: by.length * 1_009, type: by.endsWith("[bot]") ? "Bot" : "User", site_admin: false };
}

export function repositoryRow({ id, name, isPrivate, hasDiscussions }: Repository): object {
  return {
    ...{ id, name: name.split("/")[1], full_name: name, private: isPrivate, archived: false },
    ...{ default_branch: "main", has_discussions: hasDiscussions, html_url: `${web}/${name}` },
  };
}

/** Comments that an issue counts: those on lines of code are not among them. */
export function countedComments({ comments }: Thread): Comment[] {
  return comments.filter(({ is, state }) => is === "comment" && state === "live");
}

export function issueRow(base: string, { name }: Repository, thread: Thread): object {
  const { is, number, title, by, text, atMs, changedMs } = thread;
  const path = is === "pull" ? "pull" : "issues";
  return {
    ...{ id: 3_481_000_000 + number, node_id: `I_${number}`, number, title, user: userOf(by), state: "open" },
    ...{ state_reason: null, comments: countedComments(thread).length, closed_at: null, locked: false },
    ...{ created_at: toIso(atMs), updated_at: toIso(changedMs), author_association: "NONE", body: text },
    ...{ html_url: `${web}/${name}/${path}/${number}`, labels: [{ name: "bug" }] },
    ...{ repository_url: `${base}/repos/${name}`, url: `${base}/repos/${name}/issues/${number}` },
    ...(is === "pull" && { pull_request: { url: `${base}/repos/${name}/pulls/${number}` } }),
  };
}

export function commentRow(base: string, { name }: Repository, thread: Thread, comment: Comment): object {
  const { id, is, number, by, text, atMs, editedMs } = comment;
  const path = thread.is === "pull" ? "pull" : "issues";
  const anchor = is === "review" ? `discussion_r${id}` : `issuecomment-${id}`;
  const parent =
    is === "review"
      ? { pull_request_url: `${base}/repos/${name}/pulls/${number}`, path: "src/main.ts", diff_hunk: "@@" }
      : { issue_url: `${base}/repos/${name}/issues/${number}` };
  return {
    ...{ id, user: userOf(by), body: text, created_at: toIso(atMs), updated_at: toIso(editedMs) },
    ...{ html_url: `${web}/${name}/${path}/${number}#${anchor}`, author_association: "NONE", ...parent },
  };
}

export function releaseRow({ name }: Repository, { tag, title, text, by, atMs }: Release): object {
  return {
    ...{ tag_name: tag, name: title, body: text, author: userOf(by), draft: false, prerelease: false },
    ...{ created_at: toIso(atMs), published_at: toIso(atMs), html_url: `${web}/${name}/releases/tag/${tag}` },
  };
}
