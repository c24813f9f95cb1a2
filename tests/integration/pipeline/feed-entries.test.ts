import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { placesOn } from "@/domain/reading/place";
import { pool } from "@/server/platform/database";
import { getPlace } from "@/sites/feeds/address";
import { startLists } from "../../support/lists";

let response: { body: string | Buffer; type: string };
const server = createServer((_request, reply) => {
  reply.writeHead(200, { "content-type": response.type }).end(response.body);
});
let place = "";
let lists: Awaited<ReturnType<typeof startLists>>;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  place = getPlace(`http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`)!;
});
beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "Gap", "ListRead" CASCADE`,
  );
  lists = await startLists({ local: [new URL(place).host] });
});
afterEach(() => lists.close());
afterAll(() => new Promise((resolve) => server.close(resolve)));

const rss = (...entries: string[]) =>
  `<rss version="2.0"><channel><title>A blog</title>${entries.map((entry) => `<item>${entry}</item>`).join("")}</channel></rss>`;
const atom = (...entries: string[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><author><name>Jane Roe</name></author>${entries.map((entry) => `<entry>${entry}</entry>`).join("")}</feed>`;
const page = "<link>https://blog.example/changelog</link>";
const old = "<title>Old</title><guid>old</guid>";
const fresh = (inner: string) => rss(`<guid>new</guid>${inner}`, old);

async function serve(body: string | Buffer, type = "application/xml") {
  response = { body, type };
  lists.advance(16 * 60_000);
  return lists.pollOnce();
}

/** Returns the titles of the watch's separate notifications. */
async function notifiedOf(
  reads: readonly (string | Buffer)[],
  watch: object,
  type?: string,
): Promise<string[]> {
  await createWatch(await createUser(), {
    places: placesOn("feeds", [place]),
    activeSince: lists.clock(),
    ...watch,
  });
  for (const body of reads) expect(await serve(body, type)).toMatchObject({ faults: [] });
  const { rows } = await pool().query(
    `SELECT i."title" FROM "Notification" n JOIN "Item" i USING ("fullname") WHERE n."leadId" IS NULL ORDER BY n."createdAt", i."title"`,
  );
  return rows.map((row: { title: string }) => row.title);
}

test.each<[string, (string | Buffer)[], object, string[]]>([
  [
    "a release in a changelog whose entries share one link",
    [
      rss(`<title>v1.0</title>${page}`, `<title>v0.9</title>${page}`),
      rss(`<title>v1.1</title>${page}`, `<title>v1.0</title>${page}`),
    ],
    { keyword: "v1" },
    ["v1.1"],
  ],
  [
    "each release in a changelog, even on one page",
    [
      rss(old),
      rss("<title>v1.0</title><link>https://blog.example/changelog#v1.0</link>", old),
      rss("<title>v1.1</title><link>https://blog.example/changelog#v1.1</link>", old),
    ],
    { keyword: "v1" },
    ["v1.0", "v1.1"],
  ],
  [
    "the latest release of a changelog that shows only one",
    [
      rss(old),
      rss(`<title>v1.0</title><guid>1</guid>${page}`, old),
      rss(`<title>v1.1</title><guid>2</guid>${page}`, old),
    ],
    { keyword: "v1" },
    ["v1.0", "v1.1"],
  ],
  [
    "an edited entry only once",
    [rss(old), fresh("<title>Quill</title>"), fresh("<title>Quill!</title><description>more</description>")],
    { keyword: "quill" },
    ["Quill"],
  ],
  [
    "an entry with an ambiguous date",
    [
      rss(old),
      fresh("<title>Quill</title><pubDate>05.12.2026 10:00</pubDate>"),
      fresh("<title>Quill</title><pubDate>05.12.2026 10:00</pubDate>"),
    ],
    { keyword: "quill" },
    ["Quill"],
  ],
  [
    "words with Windows' apostrophes",
    [Buffer.from(rss(old)), Buffer.from(fresh("<title>don\u0092t</title>"), "latin1")],
    { keyword: "don't", wholeWordOnly: true },
    ["don’t"],
  ],
  [
    "a description in a media group",
    [
      atom("<id>1</id><title>Old</title>"),
      atom(
        "<id>2</id><title>Film</title><media:group><media:description>quill</media:description></media:group>",
        "<id>1</id><title>Old</title>",
      ),
    ],
    { keyword: "quill" },
    ["Film"],
  ],
  [
    "the feed's author",
    [
      atom("<id>1</id><title>Old</title>"),
      atom("<id>2</id><title>New</title>", "<id>1</id><title>Old</title>"),
    ],
    { keyword: 'author:"Jane Roe"', expression: 'author:"Jane Roe"' },
    ["New"],
  ],
  [
    "each of several authors",
    [rss(old), fresh("<title>New</title><dc:creator>Ann Moe</dc:creator><dc:creator>Jane Roe</dc:creator>")],
    { keyword: 'author:"jane roe" new', expression: 'author:"jane roe" new' },
    ["New"],
  ],
  [
    "nothing for the title of an untitled entry",
    [rss(old), fresh("<description>Words</description>")],
    { keyword: "untitled" },
    [],
  ],
  [
    "nothing for an untitled entry if only titles count",
    [rss(old), fresh("<description>Quill</description>")],
    { keyword: "quill", matchTitlesOnly: true },
    [],
  ],
  [
    "words of table cells",
    [
      rss(old),
      fresh(
        "<title>New</title><description><![CDATA[<table><tr><td>Acme</td><td>Apex</td></tr></table>]]></description>",
      ),
    ],
    { keyword: "apex", wholeWordOnly: true },
    ["New"],
  ],
  [
    "words behind an unclosed element",
    [rss(old), fresh("<title>New</title><description><![CDATA[a <title> b <iframe/> quill]]></description>")],
    { keyword: "quill" },
    ["New"],
  ],
  [
    "the description of a picture",
    [rss(old), fresh("<title>New</title><description><![CDATA[<img src='x' alt='a quill'>]]></description>")],
    { keyword: "quill" },
    ["New"],
  ],
  ["a tag", [rss(old), fresh("<title>New</title><category>quill</category>")], { keyword: "quill" }, ["New"]],
  [
    "nothing for a word in a script",
    [rss(old), fresh("<title>a&lt;script&gt;quill()&lt;/script&gt;b</title>")],
    { keyword: "quill" },
    [],
  ],
])("notifies of %s", async (_name, reads, watch, titles) => {
  expect(await notifiedOf(reads, watch)).toEqual(titles);
});

test("does not repeat entries stored by an earlier version", async () => {
  const entries = [`<title>Quill 1</title><link>/1</link>`, `<title>Quill 2</title><guid>2</guid>`];
  await createWatch(await createUser(), {
    keyword: "quill",
    places: placesOn("feeds", [place]),
    activeSince: lists.clock(),
  });
  await serve(rss(...entries));
  // Old keys only contained the id and the title.
  await pool().query(
    `UPDATE "ListRead" SET "keys" = ARRAY(SELECT split_part(k, '.', 1) || '.' || split_part(k, '.', 2) FROM unnest("keys") WITH ORDINALITY AS t(k, n) ORDER BY n)`,
  );
  expect(await serve(rss(`<title>Quill 3</title><guid>3</guid>`, ...entries))).toMatchObject({
    items: 1,
    notifications: 1,
  });
  expect(await serve(rss(`<title>Quill 3</title><guid>3</guid>`, ...entries))).toMatchObject({
    items: 0,
    notifications: 0,
  });
});
