import type { NotificationStatus } from "@/contract/notification";

/** What the screen shows; all of it stands in the address, so that it can be kept and gone back to. */
export interface View {
  tab: NotificationStatus;
  page: number;
  q: string;
  keyword: string;
  subreddit: string;
}

export const pageSize = 20;
/** Further than this pages do not go by number. */
export const lastPage = 100;

const tabs: readonly NotificationStatus[] = ["unread", "read", "archived"];
const searchNames = ["q", "keyword", "subreddit"] as const;

/** The view of an address; what makes no sense there counts as absent, and search is read for those who have it. */
export function viewOf(params: URLSearchParams, hasSearch: boolean): View {
  const search = (name: (typeof searchNames)[number]) =>
    hasSearch ? (params.get(name) ?? "").trim().slice(0, 100) : "";
  const page = Number(params.get("page"));
  return {
    tab: tabs.find((tab) => tab === params.get("status")) ?? "unread",
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
    q: search("q"),
    keyword: search("keyword"),
    subreddit: search("subreddit"),
  };
}

/** The address of a view, without what goes without saying. */
export function addressOf(view: View): string {
  const params = new URLSearchParams();
  if (view.tab !== "unread") params.set("status", view.tab);
  if (view.page > 1) params.set("page", String(view.page));
  for (const name of searchNames) if (view[name] !== "") params.set(name, view[name]);
  const query = params.toString();
  return query === "" ? "/notifications" : `/notifications?${query}`;
}

/** The call that counts the unread ones; also the key of its data. */
export const unreadCountKey = "/notifications/unread/count";

/** The call that brings a view's groups; also the key of its data. */
export function groupsPath(view: View): string {
  const params = new URLSearchParams({
    page: String(view.page),
    limit: String(pageSize),
    status: view.tab,
    sort: "newest",
  });
  for (const name of searchNames) if (view[name] !== "") params.set(name, view[name]);
  return `/notifications/grouped?${params}`;
}

/** The call that brings a page of one group. */
export function restPath(view: View, group: string, page: number, limit: number): string {
  const params = new URLSearchParams({
    page: String(page),
    limit: String(limit),
    status: view.tab,
    sort: "newest",
    group,
  });
  for (const name of searchNames) if (view[name] !== "") params.set(name, view[name]);
  return `/notifications?${params}`;
}

/** True while anything is searched for: actions on groups and on everything would reach beyond what is shown. */
export function isSearch(view: View): boolean {
  return searchNames.some((name) => view[name] !== "");
}
