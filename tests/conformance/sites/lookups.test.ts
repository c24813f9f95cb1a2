import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { markdownToHtml } from "@/domain/markdown/html";
import type { Item } from "@/domain/reading/item";
import type { ForumPage } from "@/domain/reading/forum-page";
import type { Page } from "@/domain/reading/site";
import type { ChangesPage } from "@/domain/reading/tracker";
import { getSite, sites } from "@/sites/registry";
import { getFaults } from "../../unit/domain/markdown/safety";
import type { PagedStand, Stand, TrackerStand, WalkStand, WholeStand } from "./stand";
import {
  fileStands,
  forumStands,
  listStands,
  liveStands,
  pagedStands,
  sharedStands,
  stands,
  streamStands,
  trackerStands,
  walkStands,
  wholeStands,
} from "./stands";

test("every site has a stand-in", () => {
  const all = {
    ...sharedStands,
    ...streamStands,
    ...walkStands,
    ...forumStands,
    ...listStands,
    ...fileStands,
    ...liveStands,
  };
  expect(Object.keys(all).toSorted()).toEqual(Object.keys(sites).toSorted());
});

/** All existing items of a kind. */
async function getItems(stand: Stand, kind: "post" | "comment"): Promise<Item[]> {
  const items: Item[] = [];
  if (stand.reads === "sequence") {
    const { tip } = await stand.site.fetchTip();
    for (let number = tip - 200; number <= tip; number += 1) {
      const { found } = await stand.site.fetchNumber(number);
      if (typeof found === "object" && found.kind === kind) items.push(found);
    }
    return items;
  }
  if (stand.reads === "forums") {
    for (const place of stand.places) {
      for (let below: number | null = null; below === null || below > 1;) {
        const { posts }: ForumPage = await stand.site.fetchPosts(place, below);
        items.push(...posts.flatMap(({ item }) => (item?.kind === kind ? [item] : [])));
        below = posts.at(-1)?.number ?? 0;
      }
    }
    return items;
  }
  if (stand.reads === "trackers") {
    const since = new Date(stand.now().getTime() - 86_400_000);
    for (const place of stand.places)
      for (const list of stand.site.lists)
        for (let next: string | null = null, isFirst = true; isFirst || next !== null; isFirst = false) {
          const from = { list, mark: null, next, since, hasNews: true };
          const page: ChangesPage = await stand.site.fetchChanges(place, from);
          const all = [...page.openings, ...page.entries].flatMap(({ item }) => item ?? []);
          for (const item of all)
            if (item.kind === kind) items.push({ ...item, title: item.title || "A title" });
          next = page.next;
        }
    return [...new Map(items.map((item) => [item.fullname, item])).values()];
  }
  if (stand.reads === "walks") return (await walked(stand)).filter((item) => item.kind === kind);
  for (
    let after: string | null = null, pages = 0;
    pages === 0 || (after !== null && pages < 10);
    pages += 1
  ) {
    const page: Page = await stand.site.fetchNewest({ places: stand.places, kind, after });
    items.push(...page.items);
    after = page.after;
  }
  return items;
}

/** Items of all sources, read from the start of the stand-in. */
async function walked({ site, places, now }: WalkStand): Promise<Item[]> {
  const items = new Map<string, Item>();
  const load = { sources: 1, slowdown: 1 };
  for (const source of new Set(places.map(site.getSource))) {
    const since = new Date(now().getTime() - 3_600_000);
    const own = places.filter((place) => site.getSource(place) === source).map((name) => ({ name, since }));
    for (let state: string | null = null; site.dueMs(state, load) <= now().getTime();) {
      const step = await site.step(source, state, { ...load, places: own, now: now() });
      for (const item of step.items) items.set(item.fullname, item);
      ({ state } = step);
    }
  }
  return [...items.values()];
}

describe.each(Object.entries(stands))("%s, requests", (id, start) => {
  let stand: Stand;
  let written: string[];
  beforeAll(async () => {
    stand = await start();
    const { places, write, writeMany } = stand;
    written = [
      ...writeMany(places[0], "post", "tidewater", 150),
      ...places.map((place) => write(place, "post", "tidewater")),
    ];
    write(places.at(-1)!, "comment", "tidewater");
    stand.advance(60_000);
  });
  afterAll(() => stand.close());
  beforeEach(() => stand.heal());

  test("is registered under its id and recognizes its names", () => {
    const site = getSite(id);
    expect([site.id, stand.site.id]).toEqual([id, id]);
    expect(id).toMatch(/^[a-z]+$/);
    for (const place of [...stand.places, ...(site.hasAll ? ["all"] : [])]) {
      expect(site.isPlaceName(place)).toBe(true);
      expect(site.strippedName(` ${site.getLabel(place)} `)).toBe(place);
      expect(site.getUrl(place)).toMatch(/^https:/);
    }
    expect(site.isPlaceName("")).toBe(false);
    expect(site.itemOfLink("https://earshot.example/")).toBeNull();
  });

  test.each(["post", "comment"] as const)("lists %ss once each, complete and safe to show", async (kind) => {
    const items = await getItems(stand, kind);
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map((item) => item.fullname)).size).toBe(items.length);
    const members = new Set(stand.places.map((name) => name.toLowerCase()));
    for (const item of items) {
      // Yield: the sandbox runs in this process and must be able to close idle connections.
      await new Promise(setImmediate);
      expect(item).toMatchObject({ site: id, kind });
      expect(members).toContain(item.place.toLowerCase());
      expect(item.url).toMatch(/^https:/);
      expect(stand.site.itemOfLink(item.url)).toMatchObject({ fullname: item.fullname });
      expect(getFaults(markdownToHtml(stand.site.getContent(item)))).toEqual([]);
    }
    if (kind === "post")
      expect(items.map((item) => item.fullname)).toEqual(expect.arrayContaining(written.toSorted()));
  });

  test.each(["post", "comment"] as const)(
    "a single %s has the same content as in the list until it's deleted",
    async (kind) => {
      const fullname = stand.write(stand.places[0], kind, "a single one");
      stand.advance(60_000);
      const { body, url, author, createdAt } = (await getItems(stand, kind)).find(
        (one) => one.fullname === fullname,
      )!;
      expect((await stand.site.fetchItem!(fullname)).item).toMatchObject({
        ...{ fullname, site: id, place: stand.places[0], kind, body, url, author, createdAt },
      });
      Object.values(stand.endings)[0]!(fullname);
      expect((await stand.site.fetchItem!(fullname)).item).toBeNull();
    },
  );

  test("distinguishes deleted items from existing ones", async () => {
    const [statuses, ...ending] = ["stands", ...Object.keys(stand.endings)].map((words) =>
      stand.write(stand.places[0], "post", words),
    );
    stand.advance(60_000);
    const requested = [statuses!, ...ending];
    const before = await stand.site.fetchByFullname(requested);
    expect(requested.map((fullname) => before.statuses.get(fullname))).toEqual(
      requested.map(() => "present"),
    );
    Object.values(stand.endings).forEach((end, at) => end(ending[at]!));
    const { statuses: result } = await stand.site.fetchByFullname(requested);
    expect(requested.map((fullname) => result.get(fullname))).toEqual([
      "present",
      ...ending.map(() => "deleted"),
    ]);
  });

  test("each failure throws a SiteError of the right kind, and the next request succeeds", async () => {
    // If a list of these fails, the same request reads another list.
    const hasOtherLists = stand.reads === "walks";
    await stand.request();
    for (const { name, kind, begin } of stand.errors) {
      begin(hasOtherLists ? {} : { times: 1 });
      await expect(stand.request(), name).rejects.toMatchObject({ name: "SiteError", kind, requested: true });
      if (hasOtherLists) stand.heal();
      await expect(stand.request(), name).resolves.toBeDefined();
    }
  });
});

describe.each(Object.entries({ ...pagedStands, ...wholeStands }))("%s, pages", (_id, start) => {
  let stand: PagedStand | WholeStand;
  beforeAll(async () => {
    stand = await start();
    stand.writeMany(stand.places[0], "post", "tidewater", 150);
    stand.advance(60_000);
  });
  afterAll(() => stand.close());

  test("a smaller page contains the latest items and a cursor for the next one", async () => {
    const place = stand.places[0];
    const whole = await stand.site.fetchNewest({ places: [place], kind: "post" });
    expect(whole).toMatchObject({ skipped: 0 });
    const few = await stand.site.fetchNewest({ places: [place], kind: "post", limit: 5 });
    expect(few.items).toEqual(whole.items.slice(0, 5));
    const next = await stand.site.fetchNewest({ places: [place], kind: "post", after: few.after });
    expect(next.items[0]).toEqual(whole.items[5]);
  });
});

describe.each(Object.entries({ ...pagedStands, ...trackerStands }))("%s, places", (_id, start) => {
  let stand: PagedStand | TrackerStand;
  beforeAll(async () => {
    stand = await start();
  });
  afterAll(() => stand.close());

  test("checks if a place exists and returns its name in the site's spelling", async () => {
    const [place] = stand.places;
    expect(stand.site.isPlaceName(stand.nobodys)).toBe(true);
    const found = await stand.site.checkPlace(place.toUpperCase());
    expect(found).toMatchObject({ health: "ok", displayName: place });
    expect(await stand.site.checkPlace(stand.nobodys)).toMatchObject({ health: "missing" });
    expect((await stand.site.searchPlaces(place.slice(0, 4))).names).toContain(place);
  });
});
