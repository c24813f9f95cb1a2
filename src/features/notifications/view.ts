import type { InputOf } from "@/browser/operation-types";
import type { NotificationStatus, NotificationTab } from "@/contract/notification";
import { placeField } from "@/contract/place";
import { expressionLimits } from "@/domain/query/expression";
import { getKey } from "@/browser/swr-keys";

/** The state of the screen. All of it is in the URL, so it can be bookmarked and the back button works. */
export interface View {
  tab: NotificationTab;
  page: number;
  q: string;
  keyword: string;
  /** Empty for the site of the specification's own place field. Without a place: one or more sites. */
  site: string;
  /** Place name; empty for the entire site. */
  place: string;
  kind: "" | "post" | "comment";
  starred: "" | "true";
  /** Start time for continuing a search; empty for a new search. */
  until: string;
}

/** The current view can be newer than the view on screen. */
export type ViewChange = (view: View) => Partial<View>;

export const pageSize = 20;
/** The last page that can be reached by number. */
export const lastPage = 100;

const screenPath = "/notifications";
export const notificationTabs = [
  { value: "unread", label: "Unread" },
  { value: "read", label: "Read" },
  { value: "starred", label: "Starred" },
  { value: "snoozed", label: "Snoozed" },
  { value: "following", label: "Following" },
  { value: "archived", label: "Archived" },
  { value: "all", label: "All" },
] as const satisfies { value: NotificationTab; label: string }[];
const searches = ["q", "keyword", "site", "place", "kind", "starred", "until"] as const;
/** The place of a feed is its URL. */
const placeLength = 2_000;
const kinds = ["post", "comment"] as const;
const getField = (name: (typeof searches)[number], site: string) =>
  name === "place" && site === "" ? placeField : name;

/** Parses a view from the URL. Ignores invalid values, and search parameters if the plan has no search. */
export function getView(params: URLSearchParams, hasSearch: boolean): View {
  const search = (field: string, max = 100) =>
    hasSearch ? (params.get(field) ?? "").trim().slice(0, max) : "";
  const sites = namesIn(search("site"));
  const site = sites.join(",");
  const kind = kinds.find((kind) => kind === search("kind")) ?? "";
  const page = Number(params.get("page"));
  return {
    tab: notificationTabs.find(({ value }) => value === params.get("status"))?.value ?? "unread",
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
    q: search("q", expressionLimits.length),
    keyword: search("keyword"),
    site,
    // A place belongs to one site.
    place: sites.length > 1 ? "" : search(getField("place", site), site === "" ? undefined : placeLength),
    kind,
    // Stars are available on every plan.
    starred: params.get("starred") === "true" ? "true" : "",
    until: (search("q") !== "" || kind !== "") && isMoment(search("until")) ? search("until") : "",
  };
}

export function namesIn(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== "");
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

export function isSameSearch(one: View, other: View): boolean {
  return one.tab === other.tab && searches.every((name) => name === "until" || one[name] === other[name]);
}

export function getAddress(view: View): typeof screenPath | `${typeof screenPath}?${string}` {
  const params = new URLSearchParams();
  if (view.tab !== "unread") params.set("status", view.tab);
  if (view.page > 1) params.set("page", String(view.page));
  for (const name of searches) if (view[name] !== "") params.set(getField(name, view.site), view[name]);
  const query = params.toString();
  return query === "" ? screenPath : `${screenPath}?${query}`;
}

export function getSearch(view: View): Record<string, string | undefined> {
  return Object.fromEntries(searches.map((name) => [getField(name, view.site), view[name] || undefined]));
}

export function groupsInput(view: View): InputOf<"listNotificationGroups"> {
  const { page, tab } = view;
  return {
    query: {
      page: String(page),
      limit: String(pageSize),
      status: tab,
      sort: "newest",
      ...getSearch(view),
    },
  };
}

export const groupsKey = (view: View) => getKey("listNotificationGroups", groupsInput(view));

/** True if the tab lists a single status. Actions on a group or on the entire tab are only offered there. */
export function isOfStatus(tab: NotificationTab): tab is NotificationStatus {
  return tab === "unread" || tab === "read" || tab === "archived";
}

export function notificationNouns(tab: NotificationTab): [string, string] {
  if (tab === "following") return ["reply to followed threads", "replies to followed threads"];
  const noun = tab === "all" ? "notification" : `${tab} notification`;
  return [noun, `${noun}s`];
}

/** The number of active filters other than the search text. */
export function countFilters({ keyword, site, place, kind, starred }: View): number {
  const sites = place === "" ? namesIn(site).length : 0;
  return sites + [keyword, place, kind, starred].filter((value) => value !== "").length;
}

/** True if any search parameter is set: actions on groups would then affect hidden notifications. */
export function isSearch(view: View): boolean {
  return searches.some((name) => view[name] !== "");
}
