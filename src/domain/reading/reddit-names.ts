const form = /^[A-Za-z0-9_]{3,21}$/;

/** Names of selections that aren't communities. We only support 'all'. */
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

/** Removes surrounding white space and a leading 'r/' or '/r/'. */
export function strippedName(typed: string): string {
  return typed
    .trim()
    .replace(/^\/?r\//i, "")
    .trim();
}

/** 3 to 21 letters, digits or underscores, or 'all'. Rejects Reddit's few two-letter names. */
export function isPlaceName(name: string): boolean {
  return form.test(name) && !pseudo.has(name.toLowerCase());
}

export function isNamePrefix(typed: string): boolean {
  return /^[a-z0-9_]{1,21}$/.test(typed);
}
