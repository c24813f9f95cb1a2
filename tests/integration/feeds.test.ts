import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as feeds from "@/app/api/feeds/[secret]/route";
import * as feed from "@/app/api/users/feed/route";
import { feedResponse, type FeedResponse } from "@/contract/feed";
import { prisma } from "@/server/platform/database";
import { documented } from "../support/documented";
import { signedIn } from "../support/signed-in";
import { testSettings } from "../support/settings";

async function withFeed() {
  const person = await signedIn();
  const open = async () => {
    const { body, status } = await person.request<FeedResponse>(feed, "POST", "/users/feed");
    expect([status, feedResponse.parse(body)]).toEqual([200, body]);
    return body.url;
  };
  return { ...person, open, close: () => person.request(feed, "DELETE", "/users/feed") };
}

function read(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const secret = url.split("/").at(-1) ?? "";
  return documented(feeds.GET)(new Request(url, { headers }), { params: Promise.resolve({ secret }) });
}

const hostile = `]]></content></entry><script>alert(1)</script> & <b>"bold"</b> 'it' \u0000\u0001\u000b\ufffe 🎧`;

test("returns a private feed of recent matches that is well-formed despite hostile content", async () => {
  const person = await withFeed();
  const watch = await createWatch(person.user, { keyword: `<&"'> invoice` });
  const title = hostile.replace("\u0000", "");
  await createNotification(watch, {
    createdAt: new Date(1_700_000_000_000),
    item: {
      title,
      content: `${title}\n\n[x](javascript:alert(1)) **fine**`,
      author: "a<b>",
      url: "https://x.example/?a=1&b=2",
    },
  });
  await createNotification(watch, { item: { url: "javascript:alert(1)" } });
  await createNotification(watch, { item: { title: "left over", author: "gone", blankedAt: new Date() } });
  await createNotification(watch, { item: { title: "deleted" }, deletedAt: new Date() });
  const url = await person.open();
  expect(url).toMatch(new RegExp(`^${testSettings.APP_URL}/api/feeds/[\\w-]{43}$`));
  const response = await read(url);
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("private, no-cache");
  expect(text.match(/<entry>/g)).toHaveLength(3);
  expect(text).toContain("&lt;strong&gt;fine&lt;/strong&gt;");
  expect(text).toContain("https://x.example/?a=1&amp;b=2");
  expect(text).not.toMatch(/left over|gone|deleted</);
  expect(text).not.toMatch(/<script|href="javascript|<content[^>]*>[^<]*(?:&lt;script|javascript:)/);
  expect(wellFormed(text)).toBe(true);
});

/** Returns true if tags are balanced, attributes quoted and special characters escaped. */
function wellFormed(xml: string): boolean {
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml [^>]*\?>/, "")
    .replace(
      /<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g,
      (_tag, end: string, name: string, _attributes, empty: string) => {
        if (end === "" && empty === "") open.push(name);
        return end !== "" && open.pop() !== name ? "<" : "";
      },
    );
  const odd = /[<>\ufffe\uffff]|\p{Cc}|&(?!amp;|lt;|gt;|quot;|#39;)/u;
  return open.length === 0 && !odd.test(rest.replace(/[\t\n\r]/g, ""));
}

test("responds 304 if the feed is unchanged, otherwise 200", async () => {
  const person = await withFeed();
  const watch = await createWatch(person.user);
  const url = await person.open();
  const first = await read(url);
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w-]+"$/);
  for (const stored of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await read(url, { "if-none-match": stored });
    expect([stored, again.status, await again.text()]).toEqual([stored, 304, ""]);
    expect([again.headers.get("etag"), again.headers.get("cache-control")]).toEqual([
      etag,
      "private, no-cache",
    ]);
  }
  expect((await read(url, { "if-none-match": '"other"' })).status).toBe(200);
  const { item } = await createNotification(watch);
  const updates = await read(url, { "if-none-match": etag });
  expect(updates.status).toBe(200);
  await prisma().item.update({ where: { fullname: item.fullname }, data: { blankedAt: new Date() } });
  const stored = { "if-none-match": updates.headers.get("etag") ?? "" };
  expect((await read(url, stored)).status).toBe(200);
});

test("stores only a hash of the secret; rotating or closing the feed revokes it", async () => {
  const person = await withFeed();
  const first = await person.open();
  const row = await prisma().user.findUniqueOrThrow({ where: { id: person.user.id } });
  expect(JSON.stringify(row)).not.toContain(first.split("/").at(-1));
  const second = await person.open();
  expect((await read(first)).status).toBe(404);
  expect((await read(second)).status).toBe(200);
  expect((await person.close()).status).toBe(204);
  expect((await person.close()).status).toBe(204);
  const closed = await read(second);
  expect([closed.status, await closed.json(), closed.headers.get("cache-control")]).toEqual([
    404,
    { code: "NOT_FOUND", message: "Not found" },
    "no-store",
  ]);
  expect((await read(`${testSettings.APP_URL}/api/feeds/${row.feedSecretHash}`)).status).toBe(404);
});

test("shows stored HTML, or plain text if there is none or it is too long", async () => {
  const person = await withFeed();
  const watch = await createWatch(person.user);
  const content = "**bold** <b>x</b>\n\nline";
  const retained = { content, html: "<p>kept</p>", text: "kept" };
  await createNotification(watch, { item: retained });
  await createNotification(watch, { item: { content, html: null, text: null } });
  await createNotification(watch, {
    item: { content, html: `<p>${"long ".repeat(9_000)}</p>`, text: "the beginning" },
  });
  const text = await (await read(await person.open())).text();
  const contents = [...text.matchAll(/<content type="html">(.*?)<\/content>/gs)].map(([, html]) => html);
  expect(contents.sort()).toEqual([
    "&lt;p&gt;bold x&lt;br&gt;line&lt;/p&gt;",
    "&lt;p&gt;kept&lt;/p&gt;",
    "&lt;p&gt;the beginning&lt;/p&gt;",
  ]);
});
