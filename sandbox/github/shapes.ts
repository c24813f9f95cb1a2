export interface GitHubOptions {
  seed: number;
  /** Generated items per minute. 0: only items made by hand. */
  perMinute: number;
  /** Keywords that occasionally appear in items, and how often. */
  keywords: readonly string[];
  keywordEverySeconds: number;
  /** Requests per hour with and without a token. */
  perHour: number;
  perHourWithoutToken: number;
}

export const usual: GitHubOptions = {
  seed: 1,
  perMinute: 1,
  keywords: ["invoice software", "late payments", "tidewater"],
  keywordEverySeconds: 600,
  perHour: 5_000,
  perHourWithoutToken: 60,
};

export type State = "live" | "deleted" | "transferred" | "hidden";

/** A comment on an issue, on a line of code, or in a discussion, where it can be a reply. */
export interface Comment {
  id: number;
  is: "comment" | "review";
  number: number;
  by: string | null;
  text: string | null;
  atMs: number;
  editedMs: number;
  /** Lists show it from then on. Its issue counts it immediately. */
  shownMs: number;
  replyTo: number | null;
  state: "live" | "deleted";
  keyword: string | null;
}

/** An issue, a pull request or a discussion. */
export interface Thread {
  is: "issue" | "pull" | "discussion";
  number: number;
  title: string;
  by: string | null;
  text: string | null;
  atMs: number;
  changedMs: number;
  shownMs: number;
  state: State;
  comments: Comment[];
  keyword: string | null;
}

export interface Release {
  tag: string;
  title: string;
  text: string;
  by: string;
  atMs: number;
  /** "tag": only the feed shows it. */
  state: "live" | "tag" | "deleted";
  keyword: string | null;
}

export interface Repository {
  id: number;
  name: string;
  /** The name it had before. */
  formerName: string | null;
  isPrivate: boolean;
  isGone: boolean;
  hasDiscussions: boolean;
  threads: Thread[];
  releases: Release[];
}

export type Draft = Partial<Pick<Thread, "title" | "by" | "text" | "keyword" | "atMs">> & {
  is?: Thread["is"] | "release" | "tag";
  tag?: string;
  shownInMs?: number;
};
export type CommentDraft = Partial<Pick<Comment, "is" | "by" | "text" | "keyword" | "replyTo">> & {
  shownInMs?: number;
};
