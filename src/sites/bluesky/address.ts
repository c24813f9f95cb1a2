/** As rows name the site. */
export const SITE_ID = "bluesky";

/** Where people read the site; stream and API live elsewhere. */
export const SITE_URL = "https://bsky.app";

/** What kind of record a post is. */
export const POSTS = "app.bsky.feed.post";

const did = /^did:[a-z]{1,20}:[\w.:%-]{1,220}$/;
const handle = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const rkey = /^(?!\.{1,2}$)[\w.~:-]{1,512}$/;

/** Whether it is an account's id, which stays while its handle changes. */
export function isAccount(id: string): boolean {
  return did.test(id);
}

/** Whether accounts can be called so. */
export function isHandle(name: string): boolean {
  return handle.test(name);
}

/** Whether a record of an account can be called so. */
export function isKey(key: string): boolean {
  return rkey.test(key);
}

/** All fullnames of an account's items begin with `at://<its id>/`. */
export function fullnameOf(account: string, key: string): string {
  return `at://${account}/${POSTS}/${key}`;
}

/** Whose record a fullname names and which; null for what is no item's here. A link may call the account by its handle. */
export function partsOf(fullname: string): { account: string; key: string } | null {
  const [scheme, empty, account = "", collection, key = "", ...rest] = fullname.split("/");
  const isOurs = scheme === "at:" && empty === "" && collection === POSTS && rest.length === 0;
  return isOurs && (isAccount(account) || isHandle(account)) && isKey(key) ? { account, key } : null;
}

export function urlOf(account: string, key: string): string {
  return `${SITE_URL}/profile/${account}/post/${key}`;
}
