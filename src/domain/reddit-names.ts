const form = /^[A-Za-z0-9_]{3,21}$/;

/** Names that stand for a selection of the site and belong to no community; 'all' is the one we take. */
const pseudo: ReadonlySet<string> = new Set([
  "popular",
  "friends",
  "mod",
  "contrib",
  "random",
  "randnsfw",
  "myrandom",
  "home",
  "dashboard",
]);

/** The name as typed without surrounding space and a leading 'r/' or '/r/'. */
export function strippedName(typed: string): string {
  return typed
    .trim()
    .replace(/^\/?r\//i, "")
    .trim();
}

/**
 * True for 'all' and for 3 to 21 letters, digits or underscores that name no pseudo-subreddit, in any case.
 * Says nothing about whether the subreddit exists. The site's few names of two letters are outside the rule.
 */
export function isPlaceName(name: string): boolean {
  return form.test(name) && !pseudo.has(name.toLowerCase());
}

/** Whether a name can begin so, in lower case. */
export function isBeginning(typed: string): boolean {
  return /^[a-z0-9_]{1,21}$/.test(typed);
}
