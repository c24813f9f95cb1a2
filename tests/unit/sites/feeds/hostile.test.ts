import { setInterval as every } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { parseFeed } from "@/sites/feeds/parse";
import { toMarkdown } from "@/sites/feeds/markup";
import { odd } from "./odd-feeds";

const now = new Date("2026-11-22T12:00:00Z");
const read = (body: Buffer) => parseFeed({ body, contentType: null, base: "https://blog.example/feed" }, now);

test("there are 120 of them at least, each of its own name", () => {
  expect(odd.length).toBeGreaterThanOrEqual(120);
  expect(new Set(odd.map(({ name }) => name)).size).toBe(odd.length);
});

describe("odd and hostile feeds", () => {
  test.each(odd)("$name", async ({ body, expected }) => {
    const beganMs = process.cpuUsage().user / 1000;
    const told = await read(
      Buffer.isBuffer(body()) ? (body() as Buffer) : Buffer.from(body() as string),
    ).then(
      (feed) => feed.entries.length,
      (error: unknown) => {
        expect(error).toMatchObject({ name: "NoFeed" });
        expect((error as Error).message).toMatch(/^[A-Z][^<>]{10,80}$/);
        return "refused" as const;
      },
    );
    if (expected !== undefined) expect(told).toBe(expected);
    // Far below what a document of five megabytes takes a parser that goes back over it.
    expect(process.cpuUsage().user / 1000 - beganMs).toBeLessThan(8_000);
  });

  test("others have their turn while one is read", async () => {
    const large = odd.find(({ name }) => name === "45,000 entries")!;
    let turns = 0;
    const stop = new AbortController();
    const counting = (async () => {
      for await (const one of every(1, 1, { signal: stop.signal })) turns += one;
    })().catch(() => undefined);
    await read(Buffer.from(large.body() as string));
    stop.abort();
    await counting;
    expect(turns).toBeGreaterThan(5);
  });

  test.each([
    ["tags that nothing closes", "<b>".repeat(130_000)],
    ["many spans in one line", "<b>x</b>".repeat(50_000)],
    ["links in links", '<a href="/x">'.repeat(30_000)],
    ["stars", "*".repeat(400_000)],
    ["white space", `a${" ".repeat(399_000)}b`],
    ["broken tags", "<".repeat(400_000)],
    ["attributes", `<p ${'a="b" '.repeat(60_000)}>x`],
    ["references", "&amp;".repeat(80_000)],
    ["ticks", `<pre>${"`".repeat(300_000)}</pre>`],
  ])("an entry of %s is shown in time", (_name, html) => {
    const beganMs = process.cpuUsage().user / 1000;
    expect(toMarkdown(html, "https://blog.example/").length).toBeLessThan(2_500_000);
    expect(process.cpuUsage().user / 1000 - beganMs).toBeLessThan(5_000);
  });
});
