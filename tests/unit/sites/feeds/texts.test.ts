import { describe, expect, test } from "vitest";
import { matchesExpression } from "@/domain/query/evaluate";
import { atom, entry, item, items, json, rss } from "./read-feed";

const one = (body: string) => items(body)[0]!;
const html = (text: string) => text.replaceAll("<", "&lt;");

describe("all texts of an author appear once", () => {
  test.each<[string, string, string]>([
    [
      "a summary of its own",
      "<description>Short</description><content:encoded>Whole</content:encoded>",
      "Whole\n\nShort",
    ],
    [
      "an excerpt",
      "<description>A long te…</description><content:encoded>A long text</content:encoded>",
      "A long text",
    ],
    [
      "an excerpt in brackets",
      "<description>A long [&#8230;]</description><content:encoded>A long text</content:encoded>",
      "A long text",
    ],
    [
      "the same with different markup",
      `<description>a b</description><content:encoded>${html("<p>a</p><p>b</p>")}</content:encoded>`,
      "a\n\nb",
    ],
    [
      "more in the description",
      "<description>A text and more</description><content:encoded>A text</content:encoded>",
      "A text and more",
    ],
    ["several descriptions", "<description>One</description><description>Two</description>", "One\n\nTwo"],
    [
      "podcasts",
      "<itunes:summary>One</itunes:summary><itunes:subtitle>Two</itunes:subtitle><googleplay:description>Three</googleplay:description>",
      "One\n\nThree\n\nTwo",
    ],
    [
      "Dublin Core",
      "<dc:description>One</dc:description><dcterms:abstract>Two</dcterms:abstract>",
      "Two\n\nOne",
    ],
    ["media", '<media:description type="plain">1 &lt; 2</media:description>', "1 < 2"],
    ["media in HTML", '<media:description type="html">&lt;b>One&lt;/b></media:description>', "**One**"],
    [
      "pictures",
      `<description>${html("<img src='x' alt='Alt'><figcaption>Caption</figcaption>")}</description>`,
      "Alt\n\nCaption",
    ],
    [
      "files",
      '<media:content url="x"><media:title>A *star*</media:title><media:description>Two</media:description></media:content>',
      "A \\*star\\*\n\nTwo",
    ],
    [
      "the title of a file that repeats the text",
      "<description>See Apex</description><media:title>Apex</media:title>",
      "See Apex",
    ],
    [
      "tags",
      "<category>quill</category><category>late payments</category><category>Quill</category><dc:subject>ink</dc:subject>",
      "Quill · late payments · ink",
    ],
    [
      "keywords",
      "<itunes:keywords>quill, ledger</itunes:keywords><media:keywords>ink</media:keywords>",
      "quill · ledger · ink",
    ],
    ["further titles", "<dc:title>Other</dc:title><itunes:title>t</itunes:title>", "Other"],
    [
      "unescaped markup",
      "<description><p>One<br>two</p><ul><li>three</ul></description>",
      "One  \ntwo\n\n- three",
    ],
  ])("of %s", (_name, inner, body) => {
    expect(one(item(`<title>t</title>${inner}`))).toMatchObject({ title: "t", body });
  });

  test.each<[string, string, string]>([
    [
      "media groups",
      "<media:group><media:title>Film</media:title><media:description>One\ntwo</media:description></media:group>",
      "One  \ntwo\n\nFilm",
    ],
    [
      "a summary and a content",
      "<summary>Short</summary><content type='html'>Whole</content>",
      "Whole\n\nShort",
    ],
    [
      "labels of tags",
      '<category term="q1" label="Quill &amp; ink"/><category term="ledger"/>',
      "Quill & ink · ledger",
    ],
    ["titles of files", '<link rel="enclosure" href="x" title="Episode &lt;1>"/>', "Episode <1>"],
  ])("of %s in Atom", (_name, inner, body) => {
    expect(one(entry(`<title>t</title>${inner}`)).body).toBe(body);
  });

  test("of JSON Feed", () => {
    const fields = { content_html: "<p>a <b>text</b></p>", content_text: "a text", summary: "A < B" };
    const more = { tags: ["quill", 7, {}], attachments: [{ title: "Episode" }, null] };
    expect(one(json([{ id: 1, title: "t", ...fields, ...more }])).body).toBe(
      "a **text**\n\nA < B\n\nEpisode\n\nquill · 7",
    );
  });

  test("tags and captions stay if the text is cut", () => {
    const text = `<description>${"word ".repeat(50_000)}</description>`;
    const { body } = one(
      item(`<title>t</title>${text}<media:title>Caption</media:title><category>quill</category>`),
    );
    expect(body.length).toBeLessThanOrEqual(100_010);
    expect(body).toMatch(/Caption\n\nquill$/);
  });
});

test("keeps the end of a very long title as text", () => {
  const { title, body } = one(
    item(`<title>${"word ".repeat(400)}quill</title><description>Text</description>`),
  );
  expect(title.length).toBe(1_000);
  expect(body).toMatch(/quill\n\nText$/);
});

describe("without a title", () => {
  test.each<[string, string, string]>([
    [
      "how the text begins",
      item("<description>&lt;p>Acme &lt;b>and&lt;/b> more&lt;/p>Apex</description>"),
      "Acme and more Apex",
    ],
    ["a caption", item("<media:title>Acme</media:title>"), "Acme"],
    ["an empty title", item("<title> </title><description>Acme</description>"), "Acme"],
    [
      "a title of a picture",
      item(`<title>${html("<script>x</script>")}</title><description>Acme</description>`),
      "Acme",
    ],
    ["JSON", json([{ id: 1, content_text: "Acme" }]), "Acme"],
  ])("it shows %s", (_name, body, title) => {
    expect(one(body)).toMatchObject({ title, isUntitled: true });
    expect(JSON.stringify(items(body))).not.toMatch(/untitled\)/i);
  });
});

describe("authors", () => {
  const author = "<author><name>Jane Roe</name><email>jane@a.example</email></author>";
  test.each<[string, string, string | null]>([
    [
      "the feed's, if an entry names none",
      atom(`${author}<entry><id>1</id><title>t</title></entry>`),
      "Jane Roe",
    ],
    [
      "the entry's, if it names one",
      atom(`${author}<entry><id>1</id><title>t</title><author><name>Ann</name></author></entry>`),
      "Ann",
    ],
    [
      "the source's before the feed's",
      atom(
        `${author}<entry><id>1</id><title>t</title><source><author><name>Ann</name></author></source></entry>`,
      ),
      "Ann",
    ],
    [
      "all of an entry",
      entry(`<title>t</title>${author}<author><name>John Doe</name></author>`),
      "Jane Roe; John Doe",
    ],
    [
      "several people in one element",
      entry("<title>t</title><author><name>Ann</name><name>Bob</name></author>"),
      "Ann; Bob",
    ],
    [
      "the channel's",
      rss("<item><title>t</title></item>", "<managingEditor>jane@a.example (Jane Roe)</managingEditor>"),
      "Jane Roe",
    ],
    [
      "the podcast's",
      rss("<item><title>t</title></item>", "<itunes:author>Jane Roe</itunes:author>"),
      "Jane Roe",
    ],
    [
      "several of RSS",
      item("<title>t</title><dc:creator>Jane Roe</dc:creator><dc:creator>John Doe</dc:creator>"),
      "Jane Roe; John Doe",
    ],
    [
      "the same twice",
      item("<title>t</title><dc:creator>Ann</dc:creator><itunes:author>ann</itunes:author>"),
      "ann",
    ],
    [
      "a list in one element",
      item("<title>t</title><dc:creator>Jane Roe, John Doe and Max Moe</dc:creator>"),
      "Jane Roe; John Doe; Max Moe",
    ],
    ["a surname first", item("<title>t</title><dc:creator>Roe, Jane</dc:creator>"), "Roe, Jane"],
    ["RSS's email address", item("<title>t</title><author>jane@a.example (Jane Roe)</author>"), "Jane Roe"],
    [
      "an email address behind",
      item("<title>t</title><author>Jane Roe &lt;jane@a.example></author>"),
      "Jane Roe",
    ],
    ["an email address alone", item("<title>t</title><author>jane@a.example</author>"), "jane@a.example"],
    [
      "CDATA and references",
      item("<title>t</title><dc:creator><![CDATA[ Jos&eacute; ]]></dc:creator>"),
      "José",
    ],
    [
      "JSON's",
      json([{ id: 1, title: "t", authors: [{ name: "Jane Roe" }, { url: "x" }, { name: "John Doe" }] }]),
      "Jane Roe; John Doe",
    ],
    ["JSON's feed", json([{ id: 1, title: "t" }], { authors: [{ name: "Jane Roe" }] }), "Jane Roe"],
    ["JSON's first version", json([{ id: 1, title: "t", author: { name: "Jane Roe" } }]), "Jane Roe"],
    ["nobody", item("<title>t</title>"), null],
  ])("are %s", (_name, body, names) => {
    expect(one(body).author).toBe(names);
    for (const name of names?.split("; ") ?? [])
      expect(matchesExpression({ type: "field", field: "author", value: name }, one(body))).toBe(true);
  });
});
