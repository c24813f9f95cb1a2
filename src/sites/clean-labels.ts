import type { Item } from "@/domain/item";
import { cleanLabel, cleanTitle } from "@/domain/label";
import type { ListTitle } from "@/domain/fetched-list";
import type {
  FiledSite,
  ForumSite,
  FoundList,
  ListedSite,
  PagedSite,
  SequencedSite,
  Site,
  StreamedSite,
  TrackerSite,
  WalkedSite,
} from "@/domain/site";
import type { PlaceResponses } from "@/domain/site-requests";
import type { Opening, TrackerEntry } from "@/domain/tracker";
import type { StreamBatch } from "@/domain/stream";
import { titled, untitled } from "@/domain/untitled";

/** Maximum lengths. Several authors share one string. */
const maxLabel = 200;
const maxAuthors = 2_500;
const maxTitle = 1_000;

/** Wraps a site to clean all labels, names and titles that it returns. The product uses sites only through this wrapper. */
export function withCleanLabels(site: Site): Site {
  const { fetchItem } = site;
  const whole = fetchItem && {
    fetchItem: async (fullname: string, signal?: AbortSignal) => {
      const { item, rate } = await fetchItem(fullname, signal);
      return { item: item && cleanItem(item), rate };
    },
  };
  switch (site.reads) {
    case "pages":
      return { ...cleanPages(site), ...whole };
    case "sequence":
      return { ...cleanSequence(site), ...whole };
    case "lists":
      return cleanLists(site);
    case "forums":
      return { ...cleanForums(site), ...whole };
    case "trackers":
      return { ...cleanTracker(site), ...whole };
    case "stream":
      return { ...cleanStream(site), ...whole };
    case "walks":
      return { ...cleanWalks(site), ...whole };
    case "files":
      return cleanFiles(site);
  }
}

function cleanItem(item: Item): Item {
  const { author, flair, placeLabel } = item;
  return {
    ...item,
    ...getTitle(item),
    author: nameOrNull(author, maxAuthors),
    ...(flair !== undefined && { flair: cut(cleanLabel(flair), maxLabel) }),
    ...(placeLabel !== undefined && { placeLabel: cut(cleanLabel(placeLabel), maxLabel) }),
  };
}

/** A title of invisible characters only is shown, and matched, like a missing one. */
function getTitle({ title, isUntitled, body }: Item): Pick<Item, "title" | "isUntitled"> {
  const clean = cut(cleanTitle(title), maxTitle);
  if (clean === "" && title !== "") return untitled(cut(cleanTitle(titled("", body).title), maxTitle));
  return { title: clean, ...(isUntitled && { isUntitled }) };
}

/** Returns null if the cleaned name is empty. */
function nameOrNull(name: string | null, max = maxLabel): string | null {
  return name === null ? null : cut(cleanLabel(name), max) || null;
}

function cut(text: string, max: number): string {
  return text.slice(0, max).toWellFormed();
}

function cleanCalled<T extends ListTitle>(called: T): T {
  return { ...called, title: nameOrNull(called.title) };
}

function cleanFound(found: FoundList): FoundList {
  return "reason" in found ? found : cleanCalled(found);
}

function cleanPages(site: PagedSite): PagedSite {
  return {
    ...site,
    ...cleanPlaces(site),
    fetchNewest: async (query) => {
      const page = await site.fetchNewest(query);
      return { ...page, items: page.items.map(cleanItem) };
    },
    ...cleanPlaces(site),
  };
}

function cleanPlaces({ checkPlace, searchPlaces }: PlaceResponses) {
  const clean: PlaceResponses = {
    checkPlace: async (name, signal) => {
      const checked = await checkPlace(name, signal);
      return { ...checked, displayName: nameOrNull(checked.displayName) };
    },
    searchPlaces: async (prefix, signal) => {
      const found = await searchPlaces(prefix, signal);
      return { ...found, names: found.names.map(cleanLabel) };
    },
  };
  return clean;
}

function cleanWalks(site: WalkedSite): WalkedSite {
  const { checkPlace, searchPlaces, findList } = site;
  return {
    ...site,
    step: async (...question) => {
      const step = await site.step(...question);
      return { ...step, items: step.items.map(cleanItem) };
    },
    ...(checkPlace && searchPlaces && cleanPlaces({ checkPlace, searchPlaces })),
    ...(findList && { findList: async (...requested) => cleanFound(await findList(...requested)) }),
  };
}

function cleanSequence(site: SequencedSite): SequencedSite {
  return {
    ...site,
    fetchNumber: async (number, signal) => {
      const { found, rate } = await site.fetchNumber(number, signal);
      return { found: typeof found === "string" ? found : cleanItem(found), rate };
    },
    completed: async (item, canRequest, signal) => cleanItem(await site.completed(item, canRequest, signal)),
  };
}

function cleanLists(site: ListedSite): ListedSite {
  return {
    ...site,
    fetchList: async (place, marks, signal) => {
      const list = await site.fetchList(place, marks, signal);
      return {
        ...list,
        entries: list.entries?.map((entry) => ({ ...entry, item: cleanItem(entry.item) })) ?? null,
        called: list.called && cleanCalled(list.called),
      };
    },
    findList: async (address, signal) => cleanFound(await site.findList(address, signal)),
  };
}

function cleanForums(site: ForumSite): ForumSite {
  return {
    ...site,
    fetchPosts: async (place, below, signal) => {
      const page = await site.fetchPosts(place, below, signal);
      const posts = page.posts.map((post) => ({ ...post, item: post.item && cleanItem(post.item) }));
      return { ...page, posts };
    },
    fetchTitle: async (place, signal) => nameOrNull(await site.fetchTitle(place, signal)),
    findList: async (address, signal) => cleanFound(await site.findList(address, signal)),
  };
}

function cleanTracker(site: TrackerSite): TrackerSite {
  return {
    ...site,
    ...cleanPlaces(site),
    fetchStart: async (...question) => {
      const start = await site.fetchStart(...question);
      return { ...start, openings: start.openings.map(cleanOpening) };
    },
    fetchChanges: async (...question) => {
      const page = await site.fetchChanges(...question);
      return { ...page, openings: page.openings.map(cleanOpening), entries: page.entries.map(cleanEntry) };
    },
    fetchNumber: async (...question) => {
      const { found, rate } = await site.fetchNumber(...question);
      return { found: typeof found === "string" ? found : cleanOpening(found), rate };
    },
    fetchComments: async (...question) => {
      const page = await site.fetchComments(...question);
      return { ...page, entries: page.entries.map(cleanEntry) };
    },
  };
}

function cleanOpening(opening: Opening): Opening {
  const title = cut(cleanTitle(opening.title), maxTitle);
  return { ...opening, title, item: opening.item && cleanItem(opening.item) };
}

function cleanEntry(entry: TrackerEntry): TrackerEntry {
  return { ...entry, item: cleanItem(entry.item) };
}

function cleanStream(site: StreamedSite): StreamedSite {
  const { fetchNames, pages } = site;
  return {
    ...site,
    listen: (cursor, signal) => cleanParts(site.listen(cursor, signal)),
    ...(fetchNames && {
      fetchNames: async (ids: readonly string[], signal?: AbortSignal) => {
        const names = await fetchNames(ids, signal);
        return new Map([...names].map(([id, name]) => [id, cleanLabel(name) || id]));
      },
    }),
    ...(pages && {
      pages: {
        ...pages,
        fetchAfter: async (place: string, after: string, signal?: AbortSignal) => {
          const page = await pages.fetchAfter(place, after, signal);
          return { ...page, items: page.items.map(cleanItem) };
        },
      },
    }),
  };
}

function cleanFiles(site: FiledSite): FiledSite {
  return {
    ...site,
    fetchLatest: async (marks, signal) => {
      const latest = await site.fetchLatest(marks, signal);
      const { list } = latest;
      return { ...latest, list: list && { ...list, items: list.items.map(cleanItem) } };
    },
    fetchFile: async (minute, signal) => {
      const { file, rate } = await site.fetchFile(minute, signal);
      return { file: file && { ...file, items: file.items.map(cleanItem) }, rate };
    },
  };
}

async function* cleanParts(chunks: AsyncIterable<StreamBatch>): AsyncGenerator<StreamBatch> {
  for await (const chunk of chunks) {
    const happened = chunk.happened.map((event) =>
      "item" in event ? { ...event, item: cleanItem(event.item) } : event,
    );
    yield { ...chunk, happened };
  }
}
