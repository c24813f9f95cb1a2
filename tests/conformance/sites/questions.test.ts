import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { markdownToHtml } from "@/domain/markdown/html";
import type { Page } from "@/domain/site";
import { siteOf, sites } from "@/sites/registry";
import { faultsOf } from "../../unit/domain/markdown/safety";
import type { Stand } from "./stand";
import { stands } from "./stands";

test("every site has its stand-in", () => {
  expect(Object.keys(stands)).toEqual(Object.keys(sites));
});

describe.each(Object.entries(stands))("%s, asked", (id, start) => {
  let stand: Stand;
  let written: string[];
  beforeAll(async () => {
    stand = await start();
    const { places, write, writeMany } = stand;
    written = [
      ...writeMany(places[0], "post", "tidewater", 150),
      ...places.map((place) => write(place, "post", "tidewater")),
    ];
    write(places[1], "comment", "tidewater");
    stand.advance(60_000);
  });
  afterAll(() => stand.close());
  beforeEach(() => stand.heal());

  async function pages(kind: "post" | "comment", count: number): Promise<Page[]> {
    const read: Page[] = [];
    let after: string | null = null;
    do {
      const page: Page = await stand.site.fetchNewest({ places: stand.places, kind, after });
      read.push(page);
      after = page.after;
    } while (after !== null && read.length < count);
    return read;
  }

  test("is the site of its id, and knows its own names", () => {
    const site = siteOf(id);
    expect([site.id, stand.site.id]).toEqual([id, id]);
    expect(id).toMatch(/^[a-z]+$/);
    for (const place of [...stand.places, stand.nobodys, "all"]) {
      expect(site.isPlaceName(place)).toBe(true);
      expect(site.strippedName(` ${site.labelOf(place)} `)).toBe(place);
    }
    expect(site.isPlaceName("")).toBe(false);
    expect(site.itemOfLink("https://earshot.example/")).toBeNull();
  });

  test.each(["post", "comment"] as const)(
    "%ss of several places: each once, whole, and shown safely",
    async (kind) => {
      const read = await pages(kind, 5);
      const items = read.flatMap((page) => page.items);
      expect(items.length).toBeGreaterThan(0);
      expect(new Set(items.map((item) => item.fullname)).size).toBe(items.length);
      const members = new Set(stand.places.map((name) => name.toLowerCase()));
      for (const item of items) {
        expect(item).toMatchObject({ site: id, kind });
        expect(members).toContain(item.place.toLowerCase());
        expect(item.url).toMatch(/^https:/);
        expect(stand.site.itemOfLink(item.url)).toMatchObject({ fullname: item.fullname });
        expect(faultsOf(markdownToHtml(stand.site.contentOf(item)))).toEqual([]);
      }
      if (kind === "post") expect(items.map((item) => item.fullname).sort()).toEqual([...written].sort());
    },
  );

  test("a smaller page holds the newest, and says where the next begins", async () => {
    const place = stand.places[0];
    const whole = await stand.site.fetchNewest({ places: [place], kind: "post" });
    const few = await stand.site.fetchNewest({ places: [place], kind: "post", limit: 5 });
    expect(few.items).toEqual(whole.items.slice(0, 5));
    const next = await stand.site.fetchNewest({ places: [place], kind: "post", after: few.after });
    expect(next.items[0]).toEqual(whole.items[5]);
  });

  test("a place is there or not, as the site writes its name", async () => {
    const [place] = stand.places;
    const found = await stand.site.checkPlace(place.toUpperCase());
    expect(found).toMatchObject({ health: "ok", displayName: place });
    expect(await stand.site.checkPlace(stand.nobodys)).toMatchObject({ health: "missing" });
    expect((await stand.site.searchPlaces(place.slice(0, 4))).names).toContain(place);
  });

  test("what has an end there is told from what stands", async () => {
    const [standing, ...ending] = ["stands", ...Object.keys(stand.endings)].map((words) =>
      stand.write(stand.places[0], "post", words),
    );
    stand.advance(60_000);
    const asked = [standing!, ...ending];
    const before = await stand.site.fetchByFullname(asked);
    expect(asked.map((fullname) => before.standing.get(fullname))).toEqual(asked.map(() => "standing"));
    Object.values(stand.endings).forEach((end, at) => end(ending[at]!));
    const { standing: told } = await stand.site.fetchByFullname(asked);
    expect(asked.map((fullname) => told.get(fullname))).toEqual(["standing", ...ending.map(() => "deleted")]);
  });

  test("each trouble is a SiteError of its kind, and the next question is answered", async () => {
    const question = { places: stand.places, kind: "post" } as const;
    await stand.site.fetchNewest(question);
    for (const { name, kind, begin } of stand.errors) {
      begin({ times: 1 });
      await expect(stand.site.fetchNewest(question), name).rejects.toMatchObject({
        name: "SiteError",
        kind,
        asked: true,
      });
      await expect(stand.site.fetchNewest(question), name).resolves.toMatchObject({ skipped: 0 });
    }
  });
});
