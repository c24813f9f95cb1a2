import { expect, test } from "vitest";
import { decodedText, importLimits } from "@/domain/text/imported-file";
import { readFile } from "@/server/http/body";
import { getEntries } from "@/server/watches/import/entries";

/** Formats an import in one line per entry, without defaults. */
function result(file: string): string[] {
  return [...getEntries(file)].map((entry) => {
    if ("problem" in entry) return `${entry.line} ✗ ${entry.problem}`;
    const { keyword, expression, places, isActive, tags, notes, filters, notificationSettings } = entry.draft;
    const more = { isActive, tags: tags?.length ? tags : undefined, notes: notes || undefined };
    const rest = JSON.stringify({ ...more, ...filters, ...notificationSettings });
    return [
      `${entry.line} ${keyword}`,
      ...(expression ? [`= ${expression}`] : []),
      ...(places ? [`@ ${places.map(({ site, name }) => `${site}:${name}`).join(" ")}`] : []),
      ...(rest === "{}" ? [] : [rest]),
    ].join(" ");
  });
}

const opml = (outlines: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0"><head><title>Feeds</title></head><body>\n${outlines}\n</body></opml>`;
const noKeyword = "This is a feed, not a keyword. Add a keyword and choose this feed as its place.";

/** Typical files and the expected entries. */
const shapes: [name: string, file: string, entries: string[]][] = [
  ["lines", "acme\nproject management\n", ["1 acme", "2 project management"]],
  ["Windows line breaks", "acme\r\nglobex\r\n", ["1 acme", "2 globex"]],
  ["classic Mac line breaks", "acme\rglobex", ["1 acme", "2 globex"]],
  ["a byte order mark", "\uFEFFacme\n", ["1 acme"]],
  ["empty lines", "\n acme \n\n\n globex\n", ["2 acme", "5 globex"]],
  [
    "lines with bullets",
    "- acme\n* globex\n• initech\n3. umbrella\n4) hooli",
    ["1 acme", "2 globex", "3 initech", "4 umbrella", "5 hooli"],
  ],
  ["one line with commas", "acme, globex,initech", ["1 acme", "1 globex", "1 initech"]],
  ["one line with semicolons", "acme; globex", ["1 acme", "1 globex"]],
  [
    "characters without a meaning",
    "c++\n.net\n#buildinpublic\n@acme\nMercury (element)\nQ&A: why",
    ["1 c++", "2 .net", "3 #buildinpublic", "4 @acme", "5 Mercury (element)", "6 Q&A: why"],
  ],
  ["addresses", "acme.com\nhttps://acme.com/about", ["1 acme.com", "2 https://acme.com/about"]],
  ["other scripts", "日本語\nкофе\nقهوة", ["1 日本語", "2 кофе", "3 قهوة"]],
  ["phrases in quotes", '"acme corp"\n“curly quotes”', ["1 acme corp", "2 curly quotes"]],
  [
    "Google Alerts: one of several",
    '"acme corp" OR globex',
    ['1 "acme corp" OR globex = "acme corp" OR globex'],
  ],
  ["Google Alerts: a bar", "acme | globex", ["1 acme | globex = acme OR globex"]],
  [
    "Google Alerts: left out",
    'acme -jobs -"we are hiring"',
    ['1 acme -jobs -"we are hiring" = acme -jobs -"we are hiring"'],
  ],
  [
    "Google Alerts: in titles",
    "intitle:acme intext:price",
    ["1 intitle:acme intext:price = title:acme body:price"],
  ],
  [
    "Google Alerts: all in titles",
    "allintitle: acme price",
    ["1 allintitle: acme price = title:acme title:price"],
  ],
  ["Google Alerts: near", "acme AROUND(5) price", ["1 acme AROUND(5) price = acme NEAR/5 price"]],
  ["Google Alerts: with a plus", "+acme price", ["1 +acme price = acme price"]],
  [
    "Google Alerts: on a site of ours",
    "acme site:reddit.com\nacme site:reddit.com/r/SaaS -site:news.ycombinator.com",
    [
      "1 acme site:reddit.com = acme site:reddit",
      "2 acme site:reddit.com/r/SaaS -site:news.ycombinator.com = acme in:SaaS -site:hackernews",
    ],
  ],
  [
    "Google Alerts: on a site elsewhere",
    "acme site:example.com",
    ["1 ✗ “site:example.com” isn't supported here."],
  ],
  [
    "Google Alerts: what can't be said",
    'acme filetype:pdf\nacme after:2024-01-01\n~cheap acme\n"best * tool" acme',
    [
      "1 ✗ “filetype:pdf” isn't supported here.",
      "2 ✗ “after:2024-01-01” isn't supported here.",
      "3 ✗ “~cheap” isn't supported here.",
      `4 ✗ “"best * tool"” isn't supported here.`,
    ],
  ],
  [
    "Google Alerts: its list, copied",
    'My alerts (2)\nacme\n"acme corp"\n',
    ["1 My alerts (2)", "2 acme", "3 acme corp"],
  ],
  [
    "an Earshot expression",
    "(acme OR globex) in:SaaS -author:bot invoic*",
    ["1 (acme OR globex) in:SaaS -author:bot invoic* = ( acme OR globex ) in:SaaS -author:bot invoic*"],
  ],
  ["a CSV of keywords alone", "Keyword\nacme\nglobex\n", ["2 acme", "3 globex"]],
  [
    "a CSV with semicolons",
    "keyword;enabled\nacme;yes\nglobex;no\n",
    ['2 acme {"isActive":true}', '3 globex {"isActive":false}'],
  ],
  [
    "a CSV with tabs",
    "Keyword\tSubreddits\nacme\tr/SaaS, startups\n",
    ["2 acme @ reddit:SaaS reddit:startups".replace("SaaS", "r/SaaS")],
  ],
  [
    "a CSV that names its separator",
    "sep=;\r\nKeyword;Notes\r\nacme;first\r\n",
    ['3 acme {"notes":"first"}'],
  ],
  [
    "a CSV with lines in cells",
    'Keyword,Notes\nacme,"one\ntwo"\nglobex,\n',
    ['2 acme {"notes":"one\\ntwo"}', "4 globex"],
  ],
  [
    "a CSV with quotes in cells",
    'Keyword,Notes\n"the ""best"" tool",x\n',
    ['2 the "best" tool = the "best" tool {"notes":"x"}'],
  ],
  [
    "F5Bot: keywords and flags",
    "Keyword,Flags,Enabled\nacme,whole-word only-hn,Yes\nglobex,no-comments,No\ninitech,only-reddit,Yes\n",
    [
      '2 acme @ hackernews:all {"isActive":true,"wholeWordOnly":true}',
      '3 globex {"isActive":false,"includeComments":false}',
      '4 initech @ reddit:all {"isActive":true}',
    ],
  ],
  [
    "F5Bot: a flag that nothing here is like",
    "keyword,flags\nacme,only-url\n",
    ["2 ✗ Unknown value “only-url”."],
  ],
  [
    "GummySearch: keywords of audiences",
    'Keyword,Audience,Subreddits,Created\nacme,Founders,"r/SaaS,r/startups",2024-01-01\n',
    [
      "1 ✗ Ignored unknown column “Created”.",
      '2 acme @ reddit:r/SaaS reddit:r/startups {"tags":["Founders"]}',
    ],
  ],
  [
    "GummySearch: with words left out",
    'Search Term,Exclude\nacme,"jobs, hiring"\n',
    ['2 acme = ("acme") -"jobs" -"hiring"'],
  ],
  [
    "alerts of another service",
    "Alert query;Frequency\nacme;At most once a day\nglobex;fortnightly\n",
    [
      '2 acme {"frequency":"daily"}',
      "3 ✗ “fortnightly” isn't a valid frequency. Use realtime, hourly or daily.",
    ],
  ],
  ["cells escaped against formulas", "Keyword,Notes\n'=acme,'-x\n", ['2 =acme {"notes":"-x"}']],
  [
    "a row with too many cells",
    "Keyword,Notes\nacme,one,two\n",
    ["2 ✗ This row has more cells than the header. Quote values that contain commas."],
  ],
  [
    "a CSV with columns that mean the same",
    "Keyword,Tags,Audience,Keyword\nacme,brand,Founders,globex\n",
    [
      "1 ✗ There are several “Keyword” columns. Only the first one is used.",
      "1 ✗ Ignored column “Audience”, which means the same as “Tags”.",
      '2 acme {"tags":["brand"]}',
    ],
  ],
  [
    "a CSV with a column that has no title",
    ",Keyword,\n0,acme,\n1,globex,\n",
    ["2 acme", "3 globex", "1 ✗ Ignored a column without a title."],
  ],
  ["a row without a keyword", "Keyword,Notes\n,one\n,\n", ["2 ✗ This row has no keyword."]],
  [
    "an unclosed quote",
    'Keyword,Notes\nacme,"one\nglobex,two\n',
    ["2 ✗ Unclosed quote; the rest of the file couldn't be parsed."],
  ],
  ["an invalid yes or no", "Keyword,Active\nacme,maybe\n", ["2 ✗ “maybe” under “Active” must be yes or no."]],
  [
    "OPML: Google's alerts",
    opml(
      '<outline text="Alerts">\n<outline type="rss" title="Google Alert - &quot;acme corp&quot;" xmlUrl="https://www.google.com/alerts/feeds/1/2"/>\n</outline>',
    ),
    ["3 ✗ Folders are skipped; their entries are listed below.", "4 acme corp"],
  ],
  [
    "OPML: searches on a site",
    opml(
      '<outline text="a" xmlUrl="https://www.reddit.com/r/SaaS/search.rss?q=acme&amp;sort=new"/>\n<outline text="b" xmlUrl="https://www.reddit.com/search.rss?q=acme+OR+globex"/>',
    ),
    ["3 acme @ reddit:SaaS", "4 acme OR globex = acme OR globex @ reddit:all"],
  ],
  [
    "OPML: feeds without a keyword",
    opml('<outline text="A blog" xmlUrl="https://blog.example/feed"/>'),
    [`3 ✗ ${noKeyword}`],
  ],
  [
    "XML that is no OPML",
    "<html><body><li>acme</li></body></html>",
    ["1 ✗ Unsupported format. The only XML format we support is OPML."],
  ],
  [
    "JSON",
    '[{"keyword":"acme"}]',
    ["1 ✗ JSON isn't supported. Export as CSV, or paste one keyword per line."],
  ],
  ["words that could be column titles", "alert\nkeyword 0\nsearch", ["1 alert", "2 keyword 0", "3 search"]],
  ["a single word that could be a column title", "keyword", ["1 keyword"]],
  ["a list in a line that starts like that", "search, monitoring", ["1 search", "1 monitoring"]],
  ["a list in a line with a column title", "acme, keyword, alert", ["1 acme", "1 keyword", "1 alert"]],
  ["only a header", "Keyword,Places,Notes", []],
  ["only a header, with a separator line", "sep=;\nKeyword;Places\n\n", []],
  ["nothing", " \n", []],
];

test("covers at least forty kinds of files", () => expect(shapes.length).toBeGreaterThanOrEqual(40));

test.each(shapes)("%s", (_name, file, entries) => {
  expect(result(file)).toEqual(entries);
});

test("returns one entry per line of a long file, with its number", () => {
  const lines = Array.from({ length: 50_000 }, (_, n) => `keyword ${n}`);
  const entries = [...getEntries(`Keyword\r\n${lines.join("\r\n")}\r\n`)];
  expect([entries.length, entries.at(-1)?.line]).toEqual([50_000, 50_001]);
});

const utf16 = (text: string, isBig: boolean, hasMark: boolean) => {
  const bytes = Buffer.from((hasMark ? "\uFEFF" : "") + text, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};
const sent = (bytes: Buffer, type = "text/csv") =>
  new Request("http://x.example", {
    method: "POST",
    headers: { "content-type": type },
    body: new Uint8Array(bytes),
  });
const text = "Keyword;Notes\nacme;Größe 🎧\n";
test.each<[string, Buffer]>([
  ["UTF-8", Buffer.from(text)],
  ["UTF-8 with its mark", Buffer.from(`\uFEFF${text}`)],
  ["UTF-16 LE with its mark", utf16(text, false, true)],
  ["UTF-16 BE with its mark", utf16(text, true, true)],
  ["UTF-16 LE", utf16(text, false, false)],
  ["UTF-16 BE", utf16(text, true, false)],
])("reads %s", async (_name, bytes) => {
  const file = await readFile(sent(bytes));
  expect(result(decodedText(file.bytes)!)).toEqual(['2 acme {"notes":"Größe 🎧"}']);
});

test("accepts almost 5 MB of text as JSON, even if escaping makes it longer", async () => {
  const lines = '"a"\r\n'.repeat(1_000_000);
  const inJson = (text: string) => sent(Buffer.from(JSON.stringify({ text })), "application/json");
  expect(await readFile(inJson(lines))).toMatchObject({ isJson: true });
  const tooLarge = { code: "PAYLOAD_TOO_LARGE" };
  await expect(readFile(inJson('"'.repeat(importLimits.bytes)))).rejects.toMatchObject(tooLarge);
  await expect(readFile(sent(Buffer.alloc(importLimits.bytes + 1)))).rejects.toMatchObject(tooLarge);
});

test("rejects bytes in other encodings", () => {
  expect(decodedText(Buffer.from([0x47, 0xf6, 0xdf]))).toBeNull();
});

test("rejects multipart forms", async () => {
  const form = sent(Buffer.from("a=b"), "multipart/form-data");
  await expect(readFile(form)).rejects.toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
});

test("declared entities stay as text", () => {
  const declared = '<!DOCTYPE opml [<!ENTITY a "b"><!ENTITY f SYSTEM "file:///etc/hosts">]>';
  const file = declared + '<opml><body><outline text="Google Alert - &a; &f; &amp;"/></body></opml>';
  expect([...getEntries(file)]).toMatchObject([{ text: "&a; &f; &" }]);
});
