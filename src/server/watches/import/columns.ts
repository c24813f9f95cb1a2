import Papa from "papaparse";
import { wireSite } from "@/contract/place";
import type { WatchView } from "@/contract/watch";
import { partedPlace, type Place } from "@/domain/reading/place";
import { placeFieldNames } from "@/domain/reading/site-texts";
import { sites } from "@/sites/registry";
import { type Draft, UnrecognizedValueError } from "./draft";
import { readFlags } from "./flags";

const yes = new Set(["yes", "true", "1", "on", "active", "enabled", "y", "x"]);
const no = new Set(["no", "false", "0", "off", "paused", "disabled", "inactive", "n", ""]);
function flagOf(cell: string, title: string): boolean {
  const text = cell.trim().toLowerCase();
  if (yes.has(text)) return true;
  if (no.has(text)) return false;
  throw new UnrecognizedValueError(`“${cell}” under “${title}” must be yes or no.`);
}
const asFlag = (value: boolean | undefined) => (value ? "yes" : "no");

type Reading = (draft: Draft, cell: string, title: string) => void;
export interface Column {
  title: string;
  /** Set for columns of our export format. */
  write?: (watch: WatchView) => string;
  /** Names in other services' files, without spaces and punctuation. */
  also: readonly string[];
  read: Reading;
}

const filter =
  (name: keyof NonNullable<Draft["filters"]>): Reading =>
  (draft, cell, title) => {
    // An empty cell keeps the default.
    if (cell.trim() !== "") draft.filters = { ...draft.filters, [name]: flagOf(cell, title) };
  };
const setting =
  (name: "browserNotification" | "emailNotification" | "spikeNotification"): Reading =>
  (draft, cell, title) => {
    if (cell.trim() === "") return;
    draft.notificationSettings = { ...draft.notificationSettings, [name]: flagOf(cell, title) };
  };

export const columns: readonly Column[] = [
  {
    title: "Keyword",
    write: ({ keyword }) => keyword,
    also: [
      ...["keywords", "term", "terms", "query", "search", "searchterm", "searchquery", "phrase"],
      ...["alert", "alertquery", "alertterm", "searchkeyword", "trackedkeyword"],
    ],
    read: (draft, cell) => void (draft.keyword = cell),
  },
  {
    title: "Expression",
    write: ({ expression }) => expression ?? "",
    also: [],
    read: (draft, cell) => void (draft.expression = cell === "" ? null : cell),
  },
  {
    title: "Places",
    write: ({ places }) => places.map(({ site, name }) => `${site}:${name}`).join(" "),
    also: [
      ...["place", "where", "communities", "community"],
      ...placeFieldNames.flatMap((name) => [name, `${name}s`, `audience${name}s`]),
    ],
    read: (draft, cell) => {
      const places = getPlaces(cell);
      if (places.length > 0) draft.places = places;
    },
  },
  {
    title: "Active",
    write: ({ isActive }) => asFlag(isActive),
    also: ["enabled", "status", "isactive"],
    read: (draft, cell, title) => void (cell.trim() !== "" && (draft.isActive = flagOf(cell, title))),
  },
  {
    title: "Tags",
    write: ({ tags }) => (tags.length === 0 ? "" : Papa.unparse([tags])),
    also: ["tag", "labels", "label", "category", "group", "audience", "folder"],
    read: (draft, cell) => {
      const [tags = []] = Papa.parse<string[]>(cell.trim(), { delimiter: "," }).data;
      draft.tags = tags.filter((tag) => tag.trim() !== "").slice(0, maxNamedPlaces);
    },
  },
  {
    title: "Notes",
    write: ({ notes }) => notes,
    also: ["note", "description", "comment"],
    read: (draft, cell) => void (draft.notes = cell),
  },
  {
    title: "Posts",
    write: ({ filters }) => asFlag(filters.includePosts),
    also: ["includeposts"],
    read: filter("includePosts"),
  },
  {
    title: "Comments",
    write: ({ filters }) => asFlag(filters.includeComments),
    also: ["includecomments"],
    read: filter("includeComments"),
  },
  {
    title: "Titles only",
    write: ({ filters }) => asFlag(filters.matchTitlesOnly),
    also: ["titleonly", "matchtitlesonly"],
    read: filter("matchTitlesOnly"),
  },
  {
    title: "Case sensitive",
    write: ({ filters }) => asFlag(filters.caseSensitive),
    also: ["matchcase"],
    read: filter("caseSensitive"),
  },
  {
    title: "Whole words",
    write: ({ filters }) => asFlag(filters.wholeWordOnly),
    also: ["wholeword", "wholewordonly"],
    read: filter("wholeWordOnly"),
  },
  {
    title: "Browser alerts",
    write: ({ notificationSettings }) => asFlag(notificationSettings.browserNotification),
    also: ["browsernotification"],
    read: setting("browserNotification"),
  },
  {
    title: "Email alerts",
    write: ({ notificationSettings }) => asFlag(notificationSettings.emailNotification),
    also: ["emailnotification", "alertsbymail"],
    read: setting("emailNotification"),
  },
  {
    title: "Frequency",
    write: ({ notificationSettings }) => notificationSettings.frequency,
    also: ["emailfrequency"],
    read: (draft, cell) => {
      const text = cell.trim().toLowerCase();
      if (text === "") return;
      const frequency = frequencies.get(text);
      if (frequency === undefined)
        throw new UnrecognizedValueError(`“${cell}” isn't a valid frequency. Use realtime, hourly or daily.`);
      draft.notificationSettings = { ...draft.notificationSettings, frequency };
    },
  },
  {
    title: "Spike alerts",
    write: ({ notificationSettings }) => asFlag(notificationSettings.spikeNotification),
    also: ["spikenotification", "tellofaspike"],
    read: setting("spikeNotification"),
  },
  {
    title: "Excluded words",
    also: ["exclude", "excluded", "negative", "negativekeywords", "excludedkeywords", "excludekeywords"],
    read: (draft, cell) => {
      const words = cell.split(/[,;|\n]/).flatMap((word) => word.trim() || []);
      if (words.length === 0) return;
      const query = draft.expression ?? quotedPhrase(draft.keyword);
      draft.expression = [`(${query})`, ...words.map((word) => `-${quotedPhrase(word)}`)].join(" ");
    },
  },
  { title: "Flags", also: ["flag", "options"], read: readFlags },
];

const frequencies = new Map<string, "realtime" | "hourly" | "daily">([
  ...(["realtime", "hourly", "daily"] as const).map((name) => [name, name] as const),
  ["as-it-happens", "realtime"],
  ["as it happens", "realtime"],
  ["real-time", "realtime"],
  ["at most once a day", "daily"],
  ["once a day", "daily"],
]);

/** Above the limits of a watch, whose validation rejects longer lists. */
const maxNamedPlaces = 100;

function quotedPhrase(text: string): string {
  return `"${text.trim().replace(/["\\]/g, "\\$&")}"`;
}

/** Parses places in our own format ('<site>:<name>') or as plain names of the default site. */
export function getPlaces(cell: string): Place[] {
  const isOurs = cell.includes(":");
  const names = cell.trim().split(isOurs ? /[\s]+/ : /[\s,;|+]+/);
  return names
    .slice(0, maxNamedPlaces)
    .map((name) => name.replace(/[,;]$/, ""))
    .filter((name) => name !== "")
    .map((name) => {
      const parted = partedPlace(name);
      return Object.hasOwn(sites, parted.site) ? parted : { site: wireSite, name };
    });
}

const byName = new Map(
  columns.flatMap((column) =>
    [getLetters(column.title), ...column.also].map((name) => [name, column] as const),
  ),
);

export function getColumn(title: string): Column | undefined {
  return byName.get(getLetters(title));
}

export function getLetters(title: string): string {
  return title.length > 100 ? "" : title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
