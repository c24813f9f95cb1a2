import * as z from "zod";
import { storable } from "@/domain/reading/item";

/* Fields of items are validated individually: a wrong type counts as absent, never invalidates the page. */

const text = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);

export const listing = z.object({
  kind: z.literal("Listing"),
  data: z.object({
    after: text,
    children: z.array(z.unknown()),
  }),
});

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
    title: text,
    selftext: text,
    selftext_html: text,
    is_self: flag,
    link_flair_text: text,
    url: text,
    url_overridden_by_dest: text,
    crosspost_parent_list: z.array(crosspostParent).nullish().catch(null),
    removed_by_category: text,
    num_comments: z.number().int().nonnegative().nullish().catch(null),
    ...extras,
    body: text,
    body_html: text,
    link_title: text,
    link_id: text,
    parent_id: text,
    collapsed_reason_code: text,
  }),
});
type Child = z.infer<typeof child>;
export type ChildData = Child["data"];
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

/** Comment ids are unordered and up to 13 characters long, so they are treated as opaque. */
export function getFullname({ kind, data }: Child): string | null {
  const name = clean(data.name) || (data.id ? `${kind}_${clean(data.id)}` : "");
  return name.startsWith(`${kind}_`) && name.length > kind.length + 1 ? name : null;
}

/** Placeholders for removed texts. They are never matched. */
const PLACEHOLDERS = new Set(["[deleted]", "[removed]", "[ removed by reddit ]", "[deleted by user]"]);

export function isPlaceholder(text: string | null | undefined): boolean {
  return typeof text === "string" && text.length < 40 && PLACEHOLDERS.has(text.trim().toLowerCase());
}

export function clean(value: string | null | undefined): string {
  return storable(value ?? "");
}
