import { createWatch } from "../../prisma/factories";
import type { Item } from "@/domain/reading/item";
import type { MatchRule } from "@/domain/matching/rule";
import { namesOn } from "@/domain/reading/place";
import type { Watch } from "@/generated/prisma/client";
import { newId } from "@/server/platform/ids";
import { recordRead } from "@/server/recording/record";
import { signedIn } from "./signed-in";

/** A Pro account with two watches of the same keyword, one in a named subreddit and one in 'all'. */
export async function withTwoWatches(fields: Parameters<typeof createWatch>[1] = {}) {
  const person = await signedIn("pro");
  const named = await createWatch(person.user, {
    keyword: "Tidewater",
    subreddits: ["freelance"],
    ...fields,
  });
  const all = await createWatch(person.user, { keyword: "tidewater", subreddits: ["all"], ...fields });
  return { ...person, named, all };
}

export function getItem(fullname = `t3_${newId().replaceAll("-", "")}`): Item {
  const createdAt = new Date();
  const url = `https://www.reddit.com/r/freelance/comments/${fullname}/`;
  const text = { title: "Tidewater is down", body: "Again.", html: null };
  return {
    fullname,
    kind: "post",
    site: "reddit",
    place: "freelance",
    ...text,
    author: "a",
    url,
    createdAt,
    over18: false,
  };
}

export function getRule(watch: Pick<Watch, "id" | "keyword" | "places">): MatchRule {
  const how = { matchTitlesOnly: false, caseSensitive: false, wholeWordOnly: false };
  const kinds = { includePosts: true, includeComments: true };
  const { id: watchId, keyword } = watch;
  const places = namesOn("reddit", watch.places);
  return {
    watchId,
    revision: 1,
    activeSince: new Date(0),
    keyword,
    expression: null,
    places,
    ...kinds,
    ...how,
  };
}

/** Records items like the pipeline does. Each item matches all `rules`. */
export function record(items: readonly Item[], rules: readonly MatchRule[], now = new Date()) {
  return recordRead({ items, match: () => rules, isNamed: () => true, outcomes: [], gaps: [], now });
}
