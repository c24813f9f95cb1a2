import type { Content, Entry, Parent } from "./entry";
import { getContent, getId } from "./entry";
import { commentHtml, postHtml } from "./markdown";
import { postMedia } from "./media";

export interface Thing {
  kind: "t1" | "t3" | "t5";
  data: Record<string, unknown>;
}

/** In listings, comments include fields of their post. In /api/info, they don't. */
export type View = "listing" | "info";

const site = "https://www.reddit.com";

export function getThing(entry: Entry, view: View): Thing {
  const content = getContent(entry);
  const data = entry.kind === "post" ? postData(entry, content) : commentData(entry, content, view);
  return { kind: entry.kind === "post" ? "t3" : "t1", data: withRaw(data, content.raw) };
}

/** Overrides fields. Undefined ones are omitted. */
function withRaw(data: Record<string, unknown>, raw: Content["raw"]): Record<string, unknown> {
  return raw === null ? data : { ...data, ...raw };
}

function postData(entry: Entry, content: Content): Record<string, unknown> {
  const { subreddit, state } = entry;
  const text = state === "deleted" ? "[deleted]" : state === "removed" ? "[removed]" : content.text;
  const isSelf = content.shape === "self" || content.shape === "poll";
  const link = getPermalink(entry);
  return {
    ...commonData(entry, content),
    title: content.title,
    selftext: text,
    selftext_html: postHtml(text),
    is_self: isSelf,
    domain: isSelf ? `self.${subreddit.name}` : domainOf(content.url),
    url: isSelf ? site + link : (content.url ?? site + link),
    permalink: link,
    over_18: content.over18,
    spoiler: content.spoiler,
    thumbnail: content.over18 ? "nsfw" : isSelf ? "self" : "default",
    num_comments: entry.byHand ? entry.comments : entry.createdAtSeconds % 40,
    num_crossposts: 0,
    upvote_ratio: 0.93,
    link_flair_text: content.flair,
    link_flair_type: "text",
    link_flair_richtext: [],
    link_flair_css_class: null,
    link_flair_background_color: "",
    removed_by_category: state === "deleted" ? "deleted" : state === "removed" ? "moderator" : null,
    subreddit_subscribers: subreddit.subscribers,
    hidden: false,
    pinned: false,
    hide_score: true,
    media: null,
    media_only: false,
    is_video: content.shape === "video",
    is_meta: false,
    is_original_content: false,
    is_crosspostable: state === "visible",
    is_robot_indexable: state === "visible",
    contest_mode: false,
    suggested_sort: null,
    discussion_type: null,
    visited: false,
    ...postMedia(content, entry.fullname),
    ...(content.shape === "crosspost" && content.parent !== null ? crosspostData(content.parent, link) : {}),
  };
}

function crosspostData(parent: Parent, ownLink: string): Record<string, unknown> {
  const link = threadLink(parent);
  return {
    url: parent.url ?? link,
    url_overridden_by_dest: parent.url ?? link,
    domain: parent.url === null ? `self.${parent.subreddit}` : domainOf(parent.url),
    crosspost_parent: parent.fullname,
    crosspost_parent_list: [
      {
        id: getId(parent.fullname),
        name: parent.fullname,
        title: parent.title,
        selftext: parent.text,
        selftext_html: postHtml(parent.text),
        author: parent.author ?? "[deleted]",
        subreddit: parent.subreddit,
        subreddit_name_prefixed: `r/${parent.subreddit}`,
        permalink: link,
        url: parent.url ?? site + (link || ownLink),
        is_self: parent.url === null,
        over_18: parent.over18,
        created_utc: parent.createdAtSeconds,
        created: parent.createdAtSeconds,
      },
    ],
  };
}

function commentData(entry: Entry, content: Content, view: View): Record<string, unknown> {
  const { state } = entry;
  const body = state === "deleted" ? "[deleted]" : state === "removed" ? "[removed]" : content.text;
  const parent = content.parent;
  const data = {
    ...commonData(entry, content),
    body,
    body_html: commentHtml(body),
    link_id: parent?.fullname ?? "t3_0",
    parent_id: parent?.fullname ?? "t3_0",
    permalink: getPermalink(entry),
    is_submitter: parent !== null && parent.author !== null && parent.author === content.author,
    replies: "",
    score_hidden: true,
    controversiality: 0,
    collapsed: state !== "visible",
    collapsed_reason: null,
    collapsed_reason_code: state === "deleted" ? "DELETED" : null,
    collapsed_because_crowd_control: null,
    comment_type: null,
    associated_award: null,
    unrepliable_reason: null,
  };
  if (view === "info" || parent === null) return data;
  return {
    ...data,
    link_title: parent.title,
    link_author: parent.author ?? "[deleted]",
    link_permalink: site + threadLink(parent),
    link_url: parent.url ?? site + threadLink(parent),
    over_18: parent.over18,
    quarantine: entry.subreddit.health === "quarantined",
    num_comments: entry.createdAtSeconds % 40,
  };
}

function commonData(entry: Entry, content: Content): Record<string, unknown> {
  const { subreddit } = entry;
  const isGone = entry.state === "deleted" || entry.state === "removed";
  const author = entry.state === "deleted" ? null : content.author;
  return {
    id: getId(entry.fullname),
    name: entry.fullname,
    subreddit: subreddit.name,
    subreddit_id: `t5_${subreddit.id}`,
    subreddit_name_prefixed: `r/${subreddit.name}`,
    subreddit_type: subreddit.health === "private" ? "private" : "public",
    author: author ?? "[deleted]",
    // Absent instead of null if the account was deleted.
    ...(author === null
      ? {}
      : { author_fullname: `t2_${Buffer.from(author).toString("hex").slice(0, 9)}`, author_premium: false }),
    author_flair_text: null,
    author_flair_css_class: null,
    author_flair_background_color: author === null ? "" : null,
    author_flair_text_color: author === null ? "dark" : null,
    author_flair_template_id: null,
    created: entry.createdAtSeconds,
    created_utc: entry.createdAtSeconds,
    edited: content.edited && !isGone ? entry.createdAtSeconds + 180 : false,
    score: 1,
    ups: 1,
    downs: 0,
    likes: null,
    saved: false,
    gilded: 0,
    gildings: {},
    archived: false,
    locked: false,
    stickied: false,
    distinguished: null,
    no_follow: true,
    send_replies: true,
    can_mod_post: false,
    can_gild: false,
    approved_at_utc: null,
    approved_by: null,
    banned_at_utc: null,
    banned_by: null,
    removal_reason: null,
    mod_note: null,
    mod_reason_by: null,
    mod_reason_title: null,
    mod_reports: [],
    user_reports: [],
    num_reports: null,
    report_reasons: null,
    total_awards_received: 0,
    top_awarded_type: null,
    all_awardings: [],
    awarders: [],
    treatment_tags: [],
    quarantine: subreddit.health === "quarantined",
  };
}

/** Relative, as on Reddit. */
export function getPermalink(entry: Entry): string {
  const content = getContent(entry);
  if (entry.kind === "post")
    return `/r/${entry.subreddit.name}/comments/${getId(entry.fullname)}/${slugOf(content.title)}/`;
  const thread =
    content.parent === null ? `/r/${entry.subreddit.name}/comments/0/_/` : threadLink(content.parent);
  return `${thread}${getId(entry.fullname)}/`;
}

function threadLink(parent: Parent): string {
  return `/r/${parent.subreddit}/comments/${getId(parent.fullname)}/${slugOf(parent.title)}/`;
}

function slugOf(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["_"];
  return words
    .join("_")
    .slice(0, 50)
    .replace(/_[^_]*$/, (end) => (words.join("_").length > 50 ? "" : end));
}

function domainOf(url: string | null): string {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : "reddit.com";
}
