/** An unusual or hostile feed, and the expected number of entries. Undefined if the outcome doesn't matter. */
export interface OddFeed {
  name: string;
  body: () => string | Buffer;
  expected?: number | "refused";
}

const item = (n: number | string) => `<item><title>t${n}</title><guid>${n}</guid><link>/${n}</link></item>`;
const rss = (inner: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>${inner}</channel></rss>`;
const atom = (inner: string) => `<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>${inner}</feed>`;
const feed = (
  name: string,
  body: string | Buffer | (() => string),
  expected?: OddFeed["expected"],
): OddFeed => ({
  name,
  body: typeof body === "function" ? body : () => body,
  expected,
});
const entities =
  '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">';
const xxe = '<!ENTITY f SYSTEM "file:///etc/passwd">';

/** Repeated before, between and within entries. */
const repeated: readonly [string, string][] = [
  ["unclosed elements", "<a>"],
  ["unclosed entries", "<item>"],
  ["unclosed texts", "<title>"],
  ["empty elements", "<a/>"],
  ["unopened end tags", "</a>"],
  ["end tags of the list", "</channel>"],
  ["opening angle brackets", "<"],
  ["closing angle brackets", ">"],
  ["incomplete comments", "<!--"],
  ["comments", "<!-- x -->"],
  ["half CDATA", "<![CDATA["],
  ["CDATA", "<![CDATA[x]]>"],
  ["ends of CDATA", "]]>"],
  ["incomplete processing instructions", "<?"],
  ["instructions", "<?php x ?>"],
  ["declarations", "<!DOCTYPE x>"],
  ["declared entities", '<!ENTITY a "b">'],
  ["references", "&amp;"],
  ["unknown references", "&x;"],
  ["incomplete references", "&"],
  ["numeric references", "&#120;"],
  ["invalid numeric references", "&#xFFFFFFFF;"],
  ["incomplete attributes", '<a b="'],
  ["attributes", '<a b="c" d="e" f="g"/>'],
  ["prefixes", "<a:b:c:d/>"],
  ["new prefixes", '<a xmlns:b="urn:c"/>'],
  ["white space", " \n\t"],
  ["NUL", "\0"],
  ["byte order marks", "\uFEFF"],
  ["lone surrogates", "\uD800"],
  ["right-to-left marks", "\u202E"],
  ["emoji", "👩‍👩‍👧‍👦"],
];
const places: readonly [string, (text: string) => string, OddFeed["expected"]][] = [
  ["before an entry", (text) => rss(text + item(1)), undefined],
  ["in a title", (text) => rss(`<item><title>${text}</title></item>`), undefined],
  [
    "in an Atom entry",
    (text) => atom(`<entry><id>1</id><content type="html">${text}</content></entry>`),
    undefined,
  ],
];

const kinds: OddFeed[] = [
  feed("nothing", "", "refused"),
  feed("white space alone", " \n ", "refused"),
  feed("words", "Not found", "refused"),
  feed("a web page", "<!doctype html><html><body>404</body></html>", "refused"),
  feed("a web page without a type", "<html><head><title>x</title></head></html>", "refused"),
  feed("a web page as XHTML", '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', "refused"),
  feed("a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), "refused"),
  feed("a packed file", Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), "refused"),
  feed("other XML", "<urlset><url/></urlset>", "refused"),
  feed("a list of feeds", '<opml version="2.0"><body><outline xmlUrl="x"/></body></opml>', "refused"),
  feed("JSON", '{"error":"no"}', "refused"),
  feed("a list in JSON", "[1,2]", "refused"),
  feed("broken JSON", '{"version":"https://jsonfeed.org/version/1","items":[', "refused"),
  feed("deep JSON", () => "[".repeat(2_000_000), "refused"),
  feed("a JSON feed of strings", '{"version":"https://jsonfeed.org/version/1","items":"x"}', "refused"),
  feed(
    "a JSON feed of prototypes",
    '{"version":"https://jsonfeed.org/version/1","items":[{"__proto__":{"id":"x"},"id":"1","title":"x"}]}',
    1,
  ),
  feed("a list without entries", rss(""), 0),
  feed("a list that is cut off", rss(item(1)).slice(0, -12), 1),
  feed("an entry that is cut off", rss(item(1) + item(2)).slice(0, -60), 1),
  feed("no end anywhere", "<rss><channel><item><title>x", 0),
  feed("no channel", `<rss>${item(1)}</rss>`),
  feed("entries behind the channel", `<rss><channel></channel>${item(1)}</rss>`),
  feed("words before it", `oops\n${rss(item(1))}`, "refused"),
  feed("white space before it", `\n\n  ${rss(item(1))}`, 1),
  feed("a comment before it", `<!-- made by x -->${rss(item(1))}`, 1),
  feed("a style sheet before it", `<?xml-stylesheet href="x.xsl"?>${rss(item(1))}`, 1),
  feed("words behind it", `${rss(item(1))}oops <b>`, 1),
  feed("two lists", rss(item(1)) + rss(item(2))),
  feed(
    "an old document type",
    `<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">${rss(item(1))}`,
    1,
  ),
  feed("entities of its own", `<!DOCTYPE x [${entities}]>${rss("<item><title>&c;</title></item>")}`, 1),
  feed("an entity of a file", `<!DOCTYPE x [${xxe}]>${rss("<item><title>&f;</title></item>")}`, 1),
  feed("upper case", rss(item(1)).toUpperCase(), 1),
  feed(
    "unescaped markup",
    rss("<item><title>a & b <b>c</title><description><p>x<br>y</p></description></item>"),
  ),
  feed("45,000 entries", () => rss(Array.from({ length: 45_000 }, (_, n) => item(n)).join("")), 1_000),
  feed("5,000 entries of one id", () => rss(item("same").repeat(5_000)), 1),
  feed(
    "5,000 entries of one link",
    () =>
      rss(Array.from({ length: 5_000 }, (_, n) => `<item><title>${n}</title><link>/</link></item>`).join("")),
    1_000,
  ),
  feed("a title of 4 MB", () => rss(`<item><title>${"x".repeat(4_000_000)}</title></item>`), 1),
  feed("400,000 attributes", () =>
    rss(`<item ${Array.from({ length: 400_000 }, (_, n) => `a${n}="1"`).join(" ")}>x</item>`),
  ),
  feed("UTF-32", Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), "refused"),
  feed("half of UTF-16", Buffer.from(`\uFEFF${rss(item(1))}`, "utf16le").subarray(0, -1)),
  feed(
    "bytes by chance",
    Buffer.from(Array.from({ length: 50_000 }, (_, n) => (n * 7_919) % 256)),
    "refused",
  ),
  feed("a feed within an entry", rss(`<item>${rss(item(1))}</item>`)),
  feed("entries within entries", rss(`<item><item>${item(1)}</item></item>`)),
];

const size = 300_000;
export const odd: readonly OddFeed[] = [
  ...kinds,
  ...repeated.flatMap(([what, text]) =>
    places.map(([where, make, expected]) =>
      feed(`${what} ${where}`, () => make(text.repeat(Math.ceil(size / text.length))), expected),
    ),
  ),
];
