import type { CommentDraft, PostDraft } from "./drafts";
import type { Entry } from "./entry";

/** Submitted form fields. */
export type Typed = Readonly<Record<string, string>>;

export interface Fault {
  field: "subreddit" | "title" | "text" | "url" | "on" | "body";
  message: string;
}

export type Written = { post: PostDraft } | { comment: CommentDraft } | { faults: Fault[] };

/** Reddit's limits. */
const maxTitleLength = 300;
const maxTextLength = 40_000;
const maxCommentLength = 10_000;
const subredditName = /^[A-Za-z0-9][A-Za-z0-9_]{2,20}$/;
const reserved = /^(?:all|popular|friends|mod|random)$/i;

/** Parses the form. Returns a draft, or the errors in field order. */
export function readWritten(typed: Typed, find: (fullname: string) => Entry | undefined): Written {
  return typed.kind === "comment" ? readComment(typed, find) : readPost(typed);
}

function readPost(typed: Typed): Written {
  const subreddit = (typed.subreddit ?? "").trim().replace(/^\/?r\//i, "");
  const title = (typed.title ?? "").replace(/\s+/g, " ").trim();
  const selftext = unixLines(typed.text);
  const url = (typed.url ?? "").trim();
  const faults = [
    fault("subreddit", subredditFault(subreddit)),
    fault("title", title === "" ? "A post needs a title." : tooLong(title, maxTitleLength)),
    fault("text", tooLong(selftext, maxTextLength)),
    fault("url", url === "" || isWebAddress(url) ? null : "A link must start with http:// or https://."),
  ].flat();
  if (faults.length > 0) return { faults };
  return {
    post: { subreddit, title, selftext, ...(url === "" ? {} : { url }), over18: typed.over18 === "on" },
  };
}

function readComment(typed: Typed, find: (fullname: string) => Entry | undefined): Written {
  const post = find(typed.on ?? "");
  const body = unixLines(typed.body);
  const isPost = post?.kind === "post";
  const faults = [
    fault("on", isPost ? null : "This post no longer exists. Choose another one."),
    fault("body", body.trim() === "" ? "A comment needs some text." : tooLong(body, maxCommentLength)),
  ].flat();
  if (!isPost || faults.length > 0) return { faults };
  return { comment: { subreddit: post.subreddit.name, body, on: post.fullname } };
}

function fault(field: Fault["field"], message: string | null): Fault[] {
  return message === null ? [] : [{ field, message }];
}

function subredditFault(name: string): string | null {
  if (name === "") return "Choose a subreddit, or type the name of a new one.";
  if (reserved.test(name)) return `r/${name} isn't a subreddit one can write in.`;
  return subredditName.test(name)
    ? null
    : "A name must have 3 to 21 letters, digits or underscores and can't start with an underscore.";
}

function tooLong(text: string, limit: number): string | null {
  return [...text].length > limit ? `Must be at most ${limit.toLocaleString("en-GB")} characters.` : null;
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

/** Converts CRLF to LF. */
function unixLines(text: string | undefined): string {
  return (text ?? "").replace(/\r\n?/g, "\n").trimEnd();
}
