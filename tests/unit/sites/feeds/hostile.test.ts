import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePosts } from "@/sites/discourse/parse";
import { feedOfPage } from "@/sites/feeds/find-feed";
import { countSteps } from "../../../support/count-steps";
import { odd } from "./odd-feeds";
import { entry, item, json, read, rss } from "./read-feed";

const mebibyte = 1_048_576;
/** Maximum steps per byte. The most expensive of these inputs take about 50, most take less than 10. */
const maxSteps = 80;

/** Returns the number of entries, or "refused" if the parser rejects it with a readable reason. */
function outcome(body: string | Uint8Array): number | "refused" {
  try {
    return read(body).entries.length;
  } catch (error) {
    expect((error as Error).message).toMatch(/^[A-Z][^<>]{10,80}$/);
    return "refused";
  }
}

const sizeOf = (all: readonly { length: number }[]) => all.reduce((sum, { length }) => sum + length, 0);

async function expectCheap(size: number, run: () => unknown): Promise<void> {
  expect(await countSteps(run)).toBeLessThan(maxSteps * size + 100_000);
}

test("lists at least 120 odd feeds with unique names", () => {
  expect(odd.length).toBeGreaterThanOrEqual(120);
  expect(new Set(odd.map(({ name }) => name)).size).toBe(odd.length);
});

test("the step counter detects quadratic work", async () => {
  const rescan = (size: number) => () => {
    const text = "<".repeat(size);
    for (let at = 0; at < size; at += 1) text.indexOf(">", at);
  };
  expect(await countSteps(rescan(2_000))).toBeGreaterThan(3 * (await countSteps(rescan(1_000))));
});

describe("an odd feed", () => {
  const all = odd.map(({ body }) => Buffer.from(body() as string));
  const found: PromiseSettledResult<ReturnType<typeof outcome>>[] = [];

  // Counted together, because starting the step counter takes longer than reading a feed.
  test("takes steps in proportion to its size", async () => {
    const read = async (bytes: Buffer) => outcome(bytes);
    const reads: ReturnType<typeof read>[] = [];
    await expectCheap(sizeOf(all), () => all.forEach((bytes) => reads.push(read(bytes))));
    found.push(...(await Promise.allSettled(reads)));
  });

  test.each(odd.map((feed, at) => ({ ...feed, at })))("$name", ({ at, expected }) => {
    const result = found[at]!;
    if (result.status === "rejected") throw result.reason;
    if (expected !== undefined) expect(result.value).toBe(expected);
  });
});

const html: readonly [string, string][] = [
  ["unclosed tags", "<b>"],
  ["unclosed spans", "<b>x"],
  ["many spans in one line", "<b>x</b>"],
  ["links in links", '<a href="/x">'],
  ["lists in lists", "<ul><li>"],
  ["tables in tables", "<table><tr><td>x"],
  ["scripts", "<script>x</script>"],
  ["unclosed scripts", "<script><p>"],
  ["titles and frames", "<title><iframe>"],
  ["unclosed comments", "<!--x"],
  ["comments", "<!--x-->"],
  ["CDATA", "<![CDATA[x]]>"],
  ["broken tags", "<"],
  ["broken end tags", "</b"],
  ["unclosed quotes", '<a href="'],
  ["quotes within quotes", `<a b='<c d="'`],
  ["quoted tags", `<a b="<c" d='<e'`],
  ["references", "&amp;"],
  ["incomplete references", "&#x"],
  ["stars", "*"],
  ["ticks", "<pre>`"],
  ["brackets", "](<"],
  ["ellipses", "…"],
  ["white space", "a \n\t"],
  ["line breaks", "<br>"],
  ["pictures", '<img alt="x" title="y">'],
];

describe("1 MiB of HTML", () => {
  test.each(html)("%s", async (_name, part) => {
    const text = part.repeat(mebibyte / part.length);
    const title = text.slice(0, 100_000);
    await expectCheap(text.length + 3 * title.length, () => {
      outcome(json([{ id: 1, content_html: text }]));
      outcome(item(`<title><![CDATA[${title}]]></title>`));
      feedOfPage(title, "https://a.example/");
    });
  });
});

test("forum posts of hostile HTML", async () => {
  const posts = html.map(([, part], at) => ({
    id: at + 1,
    created_at: "2026-12-05",
    cooked: part.repeat(20_000),
  }));
  const body = Buffer.from(JSON.stringify({ latest_posts: posts }));
  await expectCheap(body.length, () => {
    const page = parsePosts({ place: "a.example", body, contentType: null });
    expect(page).toMatchObject({ posts: { length: posts.length } });
  });
});

describe("5 MiB", () => {
  const of = (part: string) => part.repeat((5 * mebibyte) / part.length);
  test.each<[string, () => string, ReturnType<typeof outcome> | undefined]>([
    ["nested elements", () => rss(`<item><title>a</title></item>${of("<a>")}`), 1],
    ["nested arrays", () => of("["), "refused"],
    ["nested objects", () => of('{"a":'), "refused"],
    ["empty objects", () => `{"version":"jsonfeed.org","items":[${of("{},")}{}]}`, "refused"],
    ["one long string", () => json([{ id: 1, content_text: of("a") }]), 1],
    ["backslashes", () => `{"version":"jsonfeed.org","a":"${of("\\\\")}","items":[]}`, 0],
    ["attributes", () => rss(`<item><title>a</title></item><item ${of('a="b" ')}>`), 1],
    [
      "attributes in many entries",
      () => rss(of(`<item><title>a</title>${'<b c="d" e="f"/>'.repeat(1_000)}</item>`)),
      undefined,
    ],
    ["declarations", () => rss(of(`<item>${'<b xmlns:c="d"/>'.repeat(1_000)}</item>`)), undefined],
    ["empty entries", () => rss(of("<item/>")), 0],
    ["short entries", () => rss(of("<item><title>a</title></item>")), undefined],
    ["a long attribute", () => rss(`<item x="${of("y")}"><title>a</title></item>`), 1],
    ["a long name", () => rss(`<item><${of("y")}><title>a</title></item>`), undefined],
    [
      "entities in a document type",
      () => `<!DOCTYPE a [${of('<!ENTITY a "b&a;">')}]>${item("<title>a</title>")}`,
      1,
    ],
    ["CDATA", () => item(`<title>a</title><description>${of("<![CDATA[ <b>x</b> ]]>")}</description>`), 1],
    ["bytes that are invalid", () => item(`<title>a</title><description>${of("\ufffd ")}</description>`), 1],
    ["descriptions", () => item(`<title>a</title>${of("<description>one more</description>")}`), 1],
    ["authors", () => entry(`<title>a</title>${of("<author><name>Jane Roe, John Doe</name></author>")}`), 1],
    ["keywords", () => item(`<title>a</title><itunes:keywords>${of("a,")}</itunes:keywords>`), 1],
    ["tags", () => item(`<title>a</title>${of("<category>quill, ledger</category>")}`), 1],
  ])("of %s", async (_name, make, expected) => {
    const bytes = Buffer.from(make());
    let found: ReturnType<typeof outcome> | undefined;
    await expectCheap(bytes.length, () => (found = outcome(bytes)));
    if (expected !== undefined) expect(found).toBe(expected);
  });
});

test("random mixtures of hostile markup", async () => {
  const parts = [
    ...html.map(([, part]) => part),
    "<item>",
    "</item>",
    "<title>",
    "<link/>",
    "]]>",
    "-->",
    '"',
    ">",
    "/>",
    "\\",
    "[",
    "{",
  ];
  const mixture = fc.tuple(
    fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 12 }),
    fc.integer({ min: 0, max: 2 }),
  );
  const bodies = fc.sample(mixture, { numRuns: 100, seed: 20_261_205 }).map(([some, way]) => {
    const text = some.join("").repeat(Math.ceil(50_000 / some.join("").length));
    if (way === 0) return rss(text);
    return way === 1
      ? item(`<description><![CDATA[${text}]]></description>`)
      : json([{ id: 1, content_html: text }]);
  });
  await expectCheap(sizeOf(bodies), () => bodies.map((body) => outcome(body)));
});

test("words survive any surrounding markup", () => {
  const parts = html
    .map(([, part]) => part)
    .filter((part) => !/script|href="|=['"]|title|iframe|<!--|<br/.test(part));
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...parts), { maxLength: 20 }),
      fc.array(fc.constantFrom(...parts), { maxLength: 20 }),
      (before, after) => {
        const text = `${before.join(" ")} quillword ${after.join(" ")} ledgerword`;
        const { item: read1 } = read(json([{ id: 1, title: "t", content_html: text }])).entries[0]!;
        expect(read1.body).toContain("quillword");
        expect(read1.body).toContain("ledgerword");
      },
    ),
    { numRuns: 500, seed: 20_261_205 },
  );
});
