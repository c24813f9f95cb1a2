import type { Content, Entry, Parent } from "./entry";
import { getContent } from "./entry";

interface Draft {
  /** Created if it doesn't exist. */
  subreddit: string;
  /** Null: a deleted account. */
  author?: string | null;
  /** Default: now. Earlier items are listed by this time. */
  createdAt?: Date | string;
  over18?: boolean;
  /** Overrides generated JSON fields, for unusual items. Undefined fields are omitted. */
  raw?: Record<string, unknown>;
}

export interface PostDraft extends Draft {
  title: string;
  selftext?: string;
  /** Makes it a link post, optionally with selftext. */
  url?: string;
  spoiler?: boolean;
  flair?: string;
  /** The fullname of the original post. */
  crosspostOf?: string;
  poll?: readonly string[];
  gallery?: readonly string[];
}

export interface CommentDraft extends Draft {
  body: string;
  /** The fullname of the post to comment on. Default: the subreddit's newest. */
  on?: string;
}

const plain: Content = {
  title: "",
  text: "",
  author: "a_careful_hand",
  shape: "self",
  url: null,
  over18: false,
  spoiler: false,
  flair: null,
  edited: false,
  parent: null,
  options: [],
  captions: [],
  raw: null,
};

export function postContent(draft: PostDraft, crossposted: Entry | undefined): Content {
  return {
    ...plain,
    title: draft.title,
    text: draft.selftext ?? "",
    author: draft.author === undefined ? plain.author : draft.author,
    shape: getShape(draft, crossposted),
    url: draft.url ?? null,
    over18: draft.over18 ?? false,
    spoiler: draft.spoiler ?? false,
    flair: draft.flair ?? null,
    parent: crossposted === undefined ? null : getParent(crossposted),
    options: draft.poll ?? [],
    captions: draft.gallery ?? [],
    raw: draft.raw ?? null,
  };
}

function getShape(draft: PostDraft, crossposted: Entry | undefined): Content["shape"] {
  if (crossposted !== undefined) return "crosspost";
  if (draft.poll !== undefined) return "poll";
  if (draft.gallery !== undefined) return "gallery";
  if (draft.url === undefined) return "self";
  return draft.selftext ? "link-with-text" : "link";
}

export function commentContent(draft: CommentDraft, on: Entry | undefined): Content {
  return {
    ...plain,
    text: draft.body,
    author: draft.author === undefined ? plain.author : draft.author,
    over18: draft.over18 ?? (on === undefined ? false : getContent(on).over18),
    parent: on === undefined ? null : getParent(on),
    raw: draft.raw ?? null,
  };
}

export function getParent(entry: Entry): Parent {
  const content = getContent(entry);
  return {
    fullname: entry.fullname,
    subreddit: entry.subreddit.name,
    title: content.title,
    text: content.text,
    author: content.author,
    over18: content.over18,
    url: content.url,
    createdAtSeconds: entry.createdAtSeconds,
  };
}
