export const SITE_ID = "bluesky";

/** The public website. Stream and API have other hosts. */
export const SITE_URL = "https://bsky.app";

export const POSTS = "app.bsky.feed.post";

const did = /^did:[a-z]{1,20}:[\w.:%-]{1,220}$/;
const handle = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const rkey = /^(?!\.{1,2}$)[\w.~:-]{1,512}$/;

/** True for an account id (DID), which stays the same when the handle changes. */
export function isAccount(id: string): boolean {
  return did.test(id);
}

export function isHandle(name: string): boolean {
  return handle.test(name);
}

export function isKey(key: string): boolean {
  return rkey.test(key);
}

export function getFullname(account: string, key: string): string {
  return `at://${account}/${POSTS}/${key}`;
}

/** Links can contain a handle instead of the account id. Returns null if it isn't a post URI. */
export function getParts(fullname: string): { account: string; key: string } | null {
  const [scheme, empty, account = "", collection, key = "", ...rest] = fullname.split("/");
  const isOurs = scheme === "at:" && empty === "" && collection === POSTS && rest.length === 0;
  return isOurs && (isAccount(account) || isHandle(account)) && isKey(key) ? { account, key } : null;
}

export function getUrl(account: string, key: string): string {
  return `${SITE_URL}/profile/${account}/post/${key}`;
}
