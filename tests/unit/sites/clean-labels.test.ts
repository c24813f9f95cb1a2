import { expect, test } from "vitest";
import type { Item } from "@/domain/reading/item";
import type { FoundList, Site } from "@/domain/reading/site";
import { NO_RATE } from "@/domain/reading/site-error";
import type { StreamBatch } from "@/domain/reading/stream";
import { withCleanLabels } from "@/sites/clean-labels";

const hostile = "moc\u202E.ex\u200Bample\u0007";
const plain = "moc.example";
const item: Item = {
  fullname: `x:${hostile}`,
  kind: "post",
  site: "x",
  place: "all",
  placeLabel: hostile,
  title: hostile,
  body: hostile,
  html: null,
  author: hostile,
  flair: hostile,
  url: "https://x.example/1",
  createdAt: new Date(0),
  over18: false,
};
const clean = { ...item, title: plain, author: plain, flair: plain, placeLabel: plain };
const nobody = { ...item, author: "\u202E", flair: undefined, placeLabel: undefined };
const found: FoundList = { place: "x.example", title: hostile, home: null, items: 1, newestAt: null };
const call = async <T>(response: T) => Promise.resolve(response);
const site = (methods: object) =>
  withCleanLabels(methods as Site) as unknown as Record<string, () => Promise<unknown>>;

const methods: Record<string, { of: Record<string, unknown>; returns: Record<string, unknown> }> = {
  pages: {
    of: {
      fetchItem: () => call({ item, rate: NO_RATE }),
      fetchNewest: () => call({ items: [item], after: null }),
      checkPlace: () => call({ health: "ok", displayName: hostile }),
      searchPlaces: () => call({ names: [hostile] }),
    },
    returns: {
      fetchItem: { item: clean, rate: NO_RATE },
      fetchNewest: { items: [clean], after: null },
      checkPlace: { health: "ok", displayName: plain },
      searchPlaces: { names: [plain] },
    },
  },
  sequence: {
    of: {
      fetchItem: () => call({ item: null, rate: NO_RATE }),
      fetchNumber: () => call({ found: item }),
      completed: () => call(item),
    },
    returns: { fetchItem: { item: null, rate: NO_RATE }, fetchNumber: { found: clean }, completed: clean },
  },
  lists: {
    of: {
      fetchList: () => call({ entries: [{ id: "1", item }], called: { title: hostile, home: null } }),
      findList: () => call(found),
    },
    returns: {
      fetchList: { entries: [{ id: "1", item: clean }], called: { title: plain, home: null } },
      findList: { ...found, title: plain },
    },
  },
  forums: {
    of: {
      fetchItem: () => call({ item, rate: NO_RATE }),
      fetchPosts: () =>
        call({
          posts: [
            { number: 1, item },
            { number: 2, item: null },
          ],
          skipped: 0,
        }),
      fetchTitle: () => call(hostile),
      findList: () => call(found),
    },
    returns: {
      fetchItem: { item: clean, rate: NO_RATE },
      fetchPosts: {
        posts: [
          { number: 1, item: clean },
          { number: 2, item: null },
        ],
        skipped: 0,
      },
      fetchTitle: plain,
      findList: { ...found, title: plain },
    },
  },
  stream: {
    of: {
      fetchItem: () => call({ item, rate: NO_RATE }),
      fetchNames: () =>
        call(
          new Map([
            ["did:1", hostile],
            ["did:2", "\u202E"],
          ]),
        ),
    },
    returns: {
      fetchItem: { item: clean, rate: NO_RATE },
      fetchNames: new Map([
        ["did:1", plain],
        ["did:2", "did:2"],
      ]),
    },
  },
};

test.each(Object.entries(methods))(
  "cleans the labels of a site that is read by %s",
  async (reads, { of, returns }) => {
    const cleaned = site({ reads, ...of });
    for (const [name, response] of Object.entries(returns))
      expect([name, await cleaned[name]!()]).toEqual([name, response]);
  },
);

test("cleans stream batches and keeps other fields", async () => {
  const gone = { is: "author-gone", author: hostile } as const;
  const chunk: StreamBatch = {
    happened: [{ is: "written", item }, { is: "written", item: nobody }, gone],
    ...{ cursor: "1", at: new Date(0), events: 3, skipped: 0, gap: null },
  };
  const cleaned = withCleanLabels({
    reads: "stream",
    listen: async function* () {
      yield await call(chunk);
    },
  } as unknown as Site);
  if (cleaned.reads !== "stream") throw new Error("it is none");
  const chunks = [];
  for await (const one of cleaned.listen(null, new AbortController().signal)) chunks.push(one);
  expect(chunks).toEqual([
    {
      ...chunk,
      happened: [
        { is: "written", item: clean },
        { is: "written", item: { ...nobody, title: plain, author: null } },
        gone,
      ],
    },
  ]);
});

test("keeps all authors of an item", async () => {
  const author = Array.from({ length: 20 }, (_, n) => `A rather long name ${n}`).join("; ");
  const items = [{ ...item, author: `\u202E${author}` }];
  const page = await site({ reads: "pages", fetchNewest: () => call({ items, after: null }) })[
    "fetchNewest"
  ]!();
  expect(page).toMatchObject({ items: [{ author }] });
});

test("passes on a site's error unchanged", async () => {
  const failing = site({ reads: "lists", findList: () => Promise.reject(new Error("away")) });
  await expect(failing.findList!()).rejects.toThrow("away");
});

test("treats a title of invisible characters as missing", async () => {
  const hidden = { ...item, title: "\u202E\u200B", body: "**Quill**\u200B ledger" };
  const empty = { ...hidden, body: "" };
  const page = await site({
    reads: "pages",
    fetchNewest: () => call({ items: [hidden, empty], after: null }),
  })["fetchNewest"]!();
  expect(page).toMatchObject({
    items: [
      { title: "Quill ledger", isUntitled: true },
      { title: "(no text)", isUntitled: true },
    ],
  });
});

test("replaces NUL and lone surrogates in every text, which PostgreSQL rejects", async () => {
  const broken = "https://x.example/\0/\uD83D";
  const fields = { body: broken, url: broken, link: broken, uri: broken, root: broken };
  const fetchItem = () => call({ item: { ...item, ...fields }, rate: NO_RATE });
  const { item: read } = (await site({ reads: "pages", fetchItem }).fetchItem!()) as { item: Item };
  const whole = "https://x.example/\uFFFD/\uFFFD";
  expect(read).toMatchObject({ body: whole, url: whole, link: whole, uri: whole, root: whole });
});

test("a title cut in the middle of an emoji stays well formed", async () => {
  // As a site returns it that has already shortened the title to the limit.
  const cut = `${"a".repeat(999)}😀`.slice(0, 1_000);
  const fetchItem = () => call({ item: { ...item, title: cut }, rate: NO_RATE });
  const { item: read } = (await site({ reads: "pages", fetchItem }).fetchItem!()) as { item: Item };
  expect(read.title.isWellFormed()).toBe(true);
});
