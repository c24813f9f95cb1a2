import { beforeAll, describe, expect, it } from "vitest";
import { Clock } from "../../../sandbox/clock";
import { getContent, type Entry, type Posted } from "../../../sandbox/reddit/entry";
import { getThing } from "../../../sandbox/reddit/shapes";
import { World } from "../../../sandbox/reddit/world";

const startMs = Date.UTC(2026, 10, 21, 9);
const demo: Record<string, string[] | null> = {
  "invoice software": ["smallbusiness", "freelance", "Entrepreneur"],
  tidewater: ["smallbusiness", "freelance"],
  "late payments": null,
};

function worldAfter(minutes: number, seed = 7): World {
  const world = new World(new Clock("manual", startMs), { seed, historyHours: 0 });
  world.advance(minutes * 60_000);
  return world;
}

/** Case and white space folding, sufficient for the generated texts. */
function folded(text: string): string {
  return text.toLowerCase().replace(/[\s\u00a0]+/g, " ");
}

function dataOf(entry: Entry): Record<string, unknown> {
  return getThing(entry, "listing").data;
}

function getEntries(world: World): Entry[] {
  return [...world.posted()]
    .map(({ fullname }) => world.find(fullname))
    .filter((entry) => entry !== undefined);
}

describe("an hour of the stream", () => {
  let posted: Posted[];
  beforeAll(() => (posted = [...worldAfter(60).posted()]));

  it("contains more than one item per second", () => expect(posted.length).toBeGreaterThan(3600));

  it("covers at least twenty subreddits", () => {
    expect(new Set(posted.map(({ subreddit }) => subreddit)).size).toBeGreaterThanOrEqual(20);
  });

  it("contains posts and comments", () => {
    const posts = posted.filter(({ kind }) => kind === "post").length;
    expect(posts / posted.length).toBeGreaterThan(0.15);
    expect(posts / posted.length).toBeLessThan(0.5);
  });

  it.each(Object.entries(demo))("contains '%s' at least once in any thirty seconds", (keyword, names) => {
    const moments = posted
      .filter((one) => one.keyword === keyword && (names === null || names.includes(one.subreddit)))
      .map(({ createdAt }) => +createdAt)
      .sort((one, other) => one - other);
    const gaps = [...moments, startMs + 3_600_000].map((at, i) => at - (moments[i - 1] ?? startMs));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30_000);
  });
});

describe("generated texts", () => {
  let entries: Entry[];
  beforeAll(() => (entries = getEntries(worldAfter(20))));

  it("are the same for the same seed and differ for another", () => {
    const story = (seed: number) =>
      getEntries(worldAfter(2, seed)).map((entry) => JSON.stringify(dataOf(entry)));
    expect(story(7)).toEqual(story(7));
    expect(story(8)).not.toEqual(story(7));
  });

  it("contain only the intended keyword", () => {
    const wrong = entries.filter((entry) => {
      const { title, text, parent } = getContent(entry);
      const own = entry.kind === "post" ? title : "";
      const said = folded(`${own}\n${text}\n${entry.kind === "post" ? (parent?.text ?? "") : ""}`);
      return Object.keys(demo).some((keyword) => said.includes(keyword) !== (entry.keyword === keyword));
    });
    expect(wrong.map(getContent)).toEqual([]);
  });

  it("contain no unfilled placeholders", () => {
    const unfilled = entries.filter((entry) =>
      /\{[a-z0-9]+\}|undefined/.test(`${getContent(entry).title}\n${getContent(entry).text}`),
    );
    expect(unfilled.map(getContent)).toEqual([]);
  });

  it("have titles on one line", () => {
    expect(entries.filter((entry) => /\n/.test(getContent(entry).title))).toEqual([]);
  });

  it("use many sentences per keyword", () => {
    for (const keyword of Object.keys(demo)) {
      const texts = entries
        .filter((entry) => entry.keyword === keyword)
        .map((entry) => getContent(entry).text);
      expect(new Set(texts).size).toBeGreaterThan(15);
    }
  });

  const shapes: [string, (data: Record<string, unknown>, text: string) => boolean][] = [
    ["a self post", (data) => data.is_self === true],
    [
      "a link post without text",
      (data) => data.is_self === false && data.selftext === "" && data.selftext_html === null,
    ],
    ["a link post with text", (data) => data.is_self === false && String(data.selftext ?? "") !== ""],
    ["a relative URL", (data) => String(data.url ?? "").startsWith("/r/")],
    [
      "a crosspost",
      (data) => Array.isArray(data.crosspost_parent_list) && data.crosspost_parent_list.length > 0,
    ],
    [
      "a crosspost of a deleted post",
      (data) => Array.isArray(data.crosspost_parent_list) && data.crosspost_parent_list.length === 0,
    ],
    ["a gallery", (data) => Boolean(data.gallery_data) && Boolean(data.media_metadata)],
    ["a poll", (data) => Boolean(data.poll_data)],
    ["an NSFW post", (data) => data.over_18 === true],
    ["a spoiler", (data) => data.spoiler === true],
    ["a flair", (data) => typeof data.link_flair_text === "string"],
    ["no flair", (data) => data.link_flair_text === null],
    ["a deleted author", (data) => data.author === "[deleted]" && data.author_fullname === undefined],
    ["a sticky post", (data) => data.stickied === true],
    ["an edit with its time", (data) => typeof data.edited === "number"],
    ["an old edit", (data) => data.edited === true],
    ["no edit", (data) => data.edited === false],
    ["a table", (_, text) => /\|:?-+:?\|/.test(text)],
    ["code", (_, text) => /^ {4}\S/m.test(text)],
    ["nested quotes", (_, text) => text.includes(">> ")],
    ["nested lists", (_, text) => /^ {4}\* /m.test(text)],
    ["headings and rules", (_, text) => /^#{1,6} /m.test(text) && /^---$/m.test(text)],
    ["superscript", (_, text) => text.includes("^(")],
    ["strikethrough text", (_, text) => text.includes("~~")],
    ["hidden text", (_, text) => />!.+!</.test(text)],
    ["a giphy image", (_, text) => text.includes("](giphy|")],
    ["escapes", (_, text) => text.includes("\\_")],
    ["a typed entity", (_, text) => text.includes("&#x200B;")],
    ["a non-breaking space", (_, text) => text.includes("\u00a0")],
    ["a zero-width space", (_, text) => text.includes("\u200b")],
    ["umlauts", (_, text) => /[äöüß]/.test(text)],
    ["Han", (_, text) => /\p{Script=Han}/u.test(text)],
    ["emoji", (_, text) => /\p{Extended_Pictographic}/u.test(text)],
    ["right-to-left text", (_, text) => /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)],
    ["HTML characters", (_, text) => /[<&]/.test(text)],
    ["a long text", (_, text) => text.length > 5_000],
    ["a link to a subreddit", (_, text) => /\br\/\w/.test(text)],
  ];

  it.each(shapes)("include %s within twenty minutes", (_, isOne) => {
    const found = entries.some((entry) =>
      isOne(dataOf(entry), `${getContent(entry).title}\n${getContent(entry).text}`),
    );
    expect(found).toBe(true);
  });
});

describe("occasional events", () => {
  let world: World;
  let posted: Posted[];
  beforeAll(() => {
    world = worldAfter(90);
    posted = [...world.posted()];
  });

  it("every item has a unique name for lookups", () => {
    expect(new Set(posted.map(({ fullname }) => fullname)).size).toBe(posted.length);
    const settled = posted.filter(({ createdAt }) => +createdAt < startMs + 80 * 60_000);
    expect(settled.filter(({ fullname }) => world.find(fullname)?.fullname !== fullname)).toEqual([]);
  });

  it("every ten minutes, forty items appear in one subreddit within ten seconds", () => {
    const windows = new Map<string, number>();
    for (const { subreddit, createdAt } of posted) {
      // Two overlapping windows, because one could split a burst.
      for (const shift of [0, 10]) {
        const key = `${subreddit} ${shift} ${Math.floor((+createdAt / 1000 + shift) / 20)}`;
        windows.set(key, (windows.get(key) ?? 0) + 1);
      }
    }
    const bursts = [...windows.values()].filter((count) => count >= 40).length;
    expect(bursts).toBeGreaterThanOrEqual(8);
    expect(bursts).toBeLessThanOrEqual(20);
  });

  it("some posts are approved late: at the top, with their original time", () => {
    const late = getEntries(world).filter(
      ({ listedAtMs, createdAtSeconds }) => listedAtMs - createdAtSeconds * 1000 > 100_000,
    );
    expect(late.length).toBeGreaterThan(5);
    expect(late.every(({ kind, keyword }) => kind === "post" && keyword === null)).toBe(true);
  });

  it("some items are removed from all listings, but still found by name", () => {
    const gone = getEntries(world).filter(({ state }) => state !== "visible");
    expect(new Set(gone.map(({ state }) => state))).toEqual(new Set(["deleted", "removed"]));
    expect(gone.some(({ kind, subreddit }) => kind === "post" && subreddit.health === "ok")).toBe(true);
    expect(gone.filter((entry) => world.library.shelf(entry.subreddit, entry.kind).contains(entry))).toEqual(
      [],
    );
    expect(gone.every(({ keyword }) => keyword === null)).toBe(true);
  });
});

describe("a world with history", () => {
  it("has a few hours of history in each listing and nothing from the future", () => {
    const world = new World(new Clock("manual", startMs), { seed: 7, historyHours: 3 });
    const newest = world.library.all.post.at(world.library.all.post.size - 1);
    expect(world.library.all.post.size).toBe(1000);
    expect(newest?.listedAtMs).toBeLessThanOrEqual(startMs);
    expect(newest?.listedAtMs).toBeGreaterThan(startMs - 60_000);
  });
});
