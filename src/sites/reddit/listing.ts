import { z } from "zod";
import { storable } from "@/domain/item";

/*
 * The site's JSON, as far as it is used. Every field but the ones that make a listing a listing is read for itself:
 * one of another type counts as absent, so that it never takes the item, let alone the page, with it.
 */

const text = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);

export const listing = z.object({
  kind: z.literal("Listing"),
  data: z.object({
    after: text,
    children: z.array(z.unknown()),
  }),
});

/** Rows of a gallery or a poll. Unreadable rows count as absent. */
const rows = z.array(z.unknown()).nullish().catch(null);
const extras = {
  gallery_data: z.object({ items: rows }).nullish().catch(null),
  poll_data: z.object({ options: rows }).nullish().catch(null),
};

const crosspostParent = z.object({
  ...extras,
  selftext: text,
  selftext_html: text,
  is_self: flag,
  url: text,
  url_overridden_by_dest: text,
});

export const child = z.object({
  kind: z.string(),
  data: z.object({
    id: text,
    name: text,
    subreddit: text,
    author: text,
    created_utc: z.number().nullish().catch(null),
    permalink: text,
    over_18: flag,
    // Posts.
    title: text,
    selftext: text,
    selftext_html: text,
    is_self: flag,
    link_flair_text: text,
    url: text,
    url_overridden_by_dest: text,
    crosspost_parent_list: z.array(crosspostParent).nullish().catch(null),
    removed_by_category: text,
    ...extras,
    // Comments.
    body: text,
    body_html: text,
    link_title: text,
    link_id: text,
    collapsed_reason_code: text,
  }),
});
type Child = z.infer<typeof child>;
export type ChildData = Child["data"];
/** What a post and the parent of a crosspost have in common. */
export type PostText = z.infer<typeof crosspostParent>;

export const about = z.object({
  kind: z.literal("t5"),
  data: z.object({
    display_name: text,
    subreddit_type: text,
    quarantine: flag,
  }),
});

export type About = z.infer<typeof about>;

export const nameSearch = z.object({ names: z.array(z.unknown()) });

/** Comment ids are unordered and up to 13 characters long today: nothing is read out of them. */
export function fullnameOf({ kind, data }: Child): string | null {
  const name = clean(data.name) || (data.id ? `${kind}_${clean(data.id)}` : "");
  return name.startsWith(`${kind}_`) && name.length > kind.length + 1 ? name : null;
}

/** What the site puts where a text was: nobody wrote it, so nobody watches for it. */
const PLACEHOLDERS = new Set(["[deleted]", "[removed]", "[ removed by reddit ]", "[deleted by user]"]);

export function isPlaceholder(text: string | null | undefined): boolean {
  return typeof text === "string" && text.length < 40 && PLACEHOLDERS.has(text.trim().toLowerCase());
}

/** A text as it can be stored; empty where the site sent none. */
export function clean(value: string | null | undefined): string {
  return storable(value ?? "");
}
