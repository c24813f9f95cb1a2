import { describe, expect, it, test } from "vitest";
import { getContent } from "@/sites/reddit/content";
import { markdownToHtml } from "@/domain/markdown/html";
import { storedText } from "@/domain/markdown/stored-text";
import { BUDGET } from "@/domain/markdown/limits";
import { renderSource } from "@/server/rendering/render-source";
import { attackTableHtml, hostileHtml } from "../../support/hostile-html";
import { attackTable, hostileMarkdown, seededRandom } from "../../support/hostile-texts";

/** RENDER_ROUNDS=2000 is the full run: documents that are expensive to render. */
const documents = Number(process.env.RENDER_ROUNDS ?? 400);
/** Without the budget, most of them take 3 s to minutes. The others produce megabytes. */
const maxSeconds = 2;

/** Measures processor time, which other programs hardly affect. */
function worked<T>(work: () => T): { result: T; seconds: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1e6 };
}

/** Counts the output, independently of the budget's own counters. */
function expectWithinBudget({ html, text }: { html: string; text: string }, name: string): void {
  expect(html.match(/<t[dh][ >]/g)?.length ?? 0, `${name}: cells`).toBeLessThanOrEqual(BUDGET.cells);
  const tags = html.match(/<[a-z]/g)?.length ?? 0;
  const texts = html.match(/<[^<>]*>[^<]/g)?.length ?? 0;
  expect(tags + texts, `${name}: nodes`).toBeLessThanOrEqual(BUDGET.nodes);
  expect(Buffer.byteLength(html), `${name}: bytes`).toBeLessThanOrEqual(BUDGET.bytes);
  expect(Buffer.byteLength(text), `${name}: bytes of text`).toBeLessThanOrEqual(BUDGET.bytes);
}

describe("posts that used to block the server", () => {
  it.each([
    ["a table post of 7,662 characters", attackTable(7_662)],
    ["a table post of 20,000 characters", attackTable(20_000)],
    ["headings by underlines", "a\n=\n".repeat(10_000)],
    ["unopened brackets", "]".repeat(40_000)],
    ["nested lists, then a long gap", `${"- ".repeat(100)}x${"\n".repeat(39_000)}`],
    ["unclosed processing instructions", `a ${"<?".repeat(19_000)}`],
    [
      "one long address, named 1,400 times",
      `[a]: https://a.example/${"b".repeat(30_000)}\n\n${"[a] ".repeat(1_400)}`,
    ],
  ])("%s", (name, source) => {
    const { result, seconds } = worked(() => storedText(source));
    expectWithinBudget(result, name);
    expect(seconds).toBeLessThan(maxSeconds);
    // Highlighting on a screen takes no longer.
    expect(worked(() => markdownToHtml(source, { highlight: { keyword: "a" } })).seconds).toBeLessThan(
      maxSeconds,
    );
  });

  it.each([
    ["a table post of 7,662 characters", attackTableHtml(7_662)],
    ["a table of 10,000 rows", `<table>${"<tr><td>a</td></tr>\n".repeat(10_000)}</table>`],
    ["a cell of 90,000 paragraphs", `<table><tr><td>${"<p>x".repeat(90_000)}`],
    ["code with a space before it", `<p><code> ${"a".repeat(100_000)}</code></p>`],
    ["code with a long gap", `<pre><code>a${" ".repeat(100_000)}b</code></pre>`],
    [
      "unclosed bold text",
      `<p>${Array.from({ length: 90 }, (_, n) => `<b c="${n}">`).join("")}${"<p>x</p>".repeat(900)}`,
    ],
    [
      "quotes around many lines",
      `${"<blockquote>".repeat(90)}<pre>${"a\n".repeat(15_000)}</pre>${"</blockquote>".repeat(90)}`,
    ],
  ])("as the site's HTML: %s", (_name, html) => {
    const { result, seconds } = worked(() => getContent({ html, body: "the source" }));
    expect(result.length).toBeLessThanOrEqual(2.5 * BUDGET.length);
    expect(seconds).toBeLessThan(maxSeconds);
  });
});

it("renders a large table as a table", () => {
  const row = `|${" cell |".repeat(20)}\n`;
  const html = markdownToHtml(`${row}|${"-|".repeat(20)}\n${row.repeat(90)}`);
  expect(html.match(/<td>/g)).toHaveLength(1_800);
  const site = `<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>${"<tr><td>c</td><td>d</td></tr>".repeat(500)}</tbody></table>`;
  expect(getContent({ html: site, body: "the source" }).split("\n")).toHaveLength(502);
});

it("renders a long post with many links", () => {
  const html = markdownToHtml("- [a name](https://www.example.com/some/page) of it\n".repeat(600));
  expect(html.match(/<a /g)).toHaveLength(600);
});

test(`${documents} costly documents stay within the budget`, () => {
  for (let seed = 0; seed < documents; seed += 1) {
    const random = seededRandom(seed);
    const isHtml = seed % 3 === 0;
    const body = isHtml ? "the source" : hostileMarkdown(random);
    const rendered = renderSource({ site: "reddit", body, html: isHtml ? hostileHtml(random) : null });
    expectWithinBudget(rendered, `document ${seed}`);
    expect(rendered.content.length, `document ${seed}: content`).toBeLessThanOrEqual(2.5 * BUDGET.length);
  }
}, 300_000);
