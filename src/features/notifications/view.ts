import type { InputOf } from "@/contract/calls";
import type { NotificationStatus, NotificationTab } from "@/contract/notification";
import { placeField } from "@/contract/place";
import { expressionLimits } from "@/domain/query/expression";
import { keyOf } from "@/contract/swr-keys";

/** What the screen shows; all of it stands in the address, so that it can be kept and gone back to. */
export interface View {
  tab: NotificationTab;
  page: number;
  q: string;
  keyword: string;
  /** Whose place it is; empty: of the site whose places the specification's field names. Without a place one or several. */
  site: string;
  /** Its name; empty: every one of the site. */
  place: string;
  kind: "" | "post" | "comment";
  /** The starred alone. */
  starred: "" | "true";
  /** A search goes on from there; empty: from the newest. */
  until: string;
}

/** What becomes different of the view that holds when it is asked for; the view on the screen may be behind it. */
export type ViewChange = (view: View) => Partial<View>;

export const pageSize = 20;
/** Further than this pages do not go by number. */
export const lastPage = 100;

const screenPath = "/notifications";
/** In the order in which they stand. */
export const notificationTabs: readonly NotificationTab[] = [
  "unread",
  "read",
  "starred",
  "snoozed",
  "archived",
  "all",
];
/** What is searched for; an address has each under its own name but the place, which has two. */
const searches = ["q", "keyword", "site", "place", "kind", "starred", "until"] as const;
const kinds = ["post", "comment"] as const;
const fieldOf = (name: (typeof searches)[number], site: string) =>
  name === "place" && site === "" ? placeField : name;

/** The view of an address; what makes no sense there counts as absent, and search is read for those who have it. */
export function viewOf(params: URLSearchParams, hasSearch: boolean): View {
  const search = (field: string, most = 100) =>
    hasSearch ? (params.get(field) ?? "").trim().slice(0, most) : "";
  const sites = namesIn(search("site"));
  const site = sites.join(",");
  const kind = kinds.find((kind) => kind === search("kind")) ?? "";
  const page = Number(params.get("page"));
  return {
    tab: notificationTabs.find((tab) => tab === params.get("status")) ?? "unread",
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
    q: search("q", expressionLimits.length),
    keyword: search("keyword"),
    site,
    // A place is of one site.
    place: sites.length > 1 ? "" : search(fieldOf("place", site)),
    kind,
    // Stars are everybody's.
    starred: params.get("starred") === "true" ? "true" : "",
    until: (search("q") !== "" || kind !== "") && isMoment(search("until")) ? search("until") : "",
  };
}

/** Each of some names between commas, once. */
export function namesIn(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== "");
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Whether two views search for the same. */
export function isSameSearch(one: View, other: View): boolean {
  return one.tab === other.tab && searches.every((name) => name === "until" || one[name] === other[name]);
}

/** The address of a view, without what goes without saying. */
export function addressOf(view: View): typeof screenPath | `${typeof screenPath}?${string}` {
  const params = new URLSearchParams();
  if (view.tab !== "unread") params.set("status", view.tab);
  if (view.page > 1) params.set("page", String(view.page));
  for (const name of searches) if (view[name] !== "") params.set(fieldOf(name, view.site), view[name]);
  const query = params.toString();
  return query === "" ? screenPath : `${screenPath}?${query}`;
}

/** What is searched for, as the calls take it. */
export function searchOf(view: View): Record<string, string | undefined> {
  return Object.fromEntries(searches.map((name) => [fieldOf(name, view.site), view[name] || undefined]));
}

/** What brings a view's groups. */
export function groupsInput(view: View): InputOf<"listNotificationGroups"> {
  const { page, tab } = view;
  return {
    query: {
      page: String(page),
      limit: String(pageSize),
      status: tab,
      sort: "newest",
      ...searchOf(view),
    },
  };
}

/** Under which a view's groups are kept. */
export const groupsKey = (view: View) => keyOf("listNotificationGroups", groupsInput(view));

/** What brings a page of one group. */
export function restInput(
  view: View,
  group: string,
  page: number,
  limit: number,
): InputOf<"listNotifications"> {
  const { query } = groupsInput(view);
  return { query: { ...query, page: String(page), limit: String(limit), group } };
}

/** Whether a tab shows one status, and what is done with a group or with all means just what it shows. */
export function isOfStatus(tab: NotificationTab): tab is NotificationStatus {
  return tab !== "starred" && tab !== "snoozed" && tab !== "all";
}

/** What one of a tab is called: 'unread notification', where the tab shows everything 'notification'. */
export function calledIn(tab: NotificationTab): string {
  return tab === "all" ? "notification" : `${tab} notification`;
}

/** True while anything is searched for: actions on groups and on everything would reach beyond what is shown. */
export function isSearch(view: View): boolean {
  return searches.some((name) => view[name] !== "");
}
