export const SITE_ID = "github";

/** The public website, even if responses use another host. */
export const SITE_URL = "https://github.com";

const PREFIX = `${SITE_ID}:`;
const owner = /^[a-z\d][a-z\d_-]{0,99}$/i;
const repository = /^[\w.-]{1,100}$/;

/** First parts of the paths of pages that belong to no repository. */
const pages = new Set([
  ...["about", "apps", "collections", "contact", "customer-stories", "discussions", "enterprise", "events"],
  ...["explore", "features", "issues", "login", "marketplace", "new", "notifications", "organizations"],
  ...["orgs", "pricing", "pulls", "readme", "search", "security", "settings", "site", "sponsors", "stars"],
  ...["topics", "trending", "users", "codespaces", "join", "logout", "sessions", "signup", "team"],
]);

export function isRepository(name: string): boolean {
  const [first = "", second = "", ...rest] = name.split("/");
  return (
    rest.length === 0 &&
    owner.test(first) &&
    !pages.has(first.toLowerCase()) &&
    repository.test(second) &&
    !/^\.{1,2}$|\.(?:git|atom|wiki)$/i.test(second)
  );
}

export function repositoryUrl(place: string): string {
  return `${SITE_URL}/${place}`;
}

/** An issue, a pull request or a discussion. They share their numbers. */
export function numberName(place: string, number: number): string {
  return `${PREFIX}${place.toLowerCase()}#${number}`;
}

export type CommentWord = "issuecomment" | "discussion_r" | "discussioncomment";

/** Comments in discussions can only be found by their discussion's number. */
export function commentName(place: string, word: CommentWord, id: string, number: number): string {
  if (word === "discussioncomment") return `${numberName(place, number)}:${word}-${id}`;
  return `${PREFIX}${place.toLowerCase()}:${word}-${id}`;
}

export function releaseName(place: string, tag: string): string {
  return `${PREFIX}${place.toLowerCase()}@${tag}`;
}

export type Named =
  | { place: string; is: "number"; number: number }
  | { place: string; is: "comment"; word: CommentWord; id: string; number: number }
  | { place: string; is: "release"; tag: string };

export function partedFullname(fullname: string): Named | null {
  const [, place = "", rest = ""] = /^github:([^/:#@]+\/[^/:#@]+)([:#@][\s\S]+)$/.exec(fullname) ?? [];
  if (!isRepository(place)) return null;
  if (rest.startsWith("@")) return { place, is: "release", tag: rest.slice(1) };
  const [, number = "0", word, id] =
    /^(?:#(\d{1,15}))?(?::(issuecomment|discussion_r|discussioncomment)-(\d{1,20}))?$/.exec(rest) ?? [];
  if (word !== undefined && id !== undefined)
    return { place, is: "comment", word: word as CommentWord, id, number: Number(number) };
  return Number(number) > 0 ? { place, is: "number", number: Number(number) } : null;
}
