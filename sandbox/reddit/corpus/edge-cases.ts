/** Unusual fields that occur in Reddit's responses (facts of the API, section 6). */
export const oddities: readonly Readonly<Record<string, unknown>>[] = [
  { stickied: true, distinguished: "moderator", author: "AutoModerator" },
  { edited: true },
  { locked: true, link_flair_text: null, thumbnail: null },
  { thumbnail: "", media_metadata: null, gallery_data: null },
  { crosspost_parent: "t3_1gone00", crosspost_parent_list: [] },
  { is_self: false, domain: "reddit.com", url: "/r/freelance/comments/1p0abc/rates/" },
  { is_self: false, domain: "old.reddit.com", url: "/u/quiet_ledger", thumbnail: "default" },
  { subreddit_type: "restricted", score: 0, num_comments: 0 },
];
