import { readFileSync, writeFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";

const landmarks = [
  "banner",
  "complementary",
  "contentinfo",
  "form",
  "main",
  "navigation",
  "region",
  "search",
];
const others = ["dialog", "alertdialog", "heading", "status", "alert", "log"];
const result = new RegExp(`^(${[...landmarks, ...others].join("|")})\\b(?: "((?:[^"\\\\]|\\\\.)*)")?`);
const longest = 60;

/** The recorded reading order: a section per screen and state, with its lines in a code block. */
const file = "docs/screen-readers.md";
/** The landmarks around every app screen and at the end of each page. The file lists them only once. */
const frame = ["complementary Sidebar", "  navigation Main", "  region Listening"];
const end = ["region Messages", "alert"];

/** A landmark, a heading or a live region, as browsers expose it to a screen reader. */
interface Station {
  role: string;
  name: string;
  /** The heading level, or 0. */
  level: number;
  /** The nesting depth. */
  depth: number;
}

/** Returns the page's landmarks, headings and live regions in reading order. */
async function stationsOf(page: Page): Promise<Station[]> {
  const snapshot = await page.locator("body").ariaSnapshot();
  const open: number[] = [];
  return snapshot.split("\n").flatMap((line) => {
    const [, indent = "", rest = ""] = /^( *)- ['"]?(.*)$/.exec(line) ?? [];
    while (open.length > 0 && open.at(-1)! >= indent.length) open.pop();
    const found = result.exec(rest);
    if (found === null) return [];
    const [, role = "", name = ""] = found;
    const depth = open.length;
    open.push(indent.length);
    const level = Number(/\[level=(\d)\]/.exec(rest)?.[1] ?? 0);
    return [{ role, name: name.replaceAll('\\"', '"'), level, depth }];
  });
}

/** One line each. Headings below the second level are omitted, because their number varies. */
function linesOf(stations: readonly Station[]): string[] {
  const lines = stations
    .filter(({ level }) => level < 3)
    .map(({ role, name, level, depth }, at, all) => {
      const around = all.slice(0, at).findLast((one) => one.depth < depth);
      // The reading pane's title depends on the latest post.
      const title = around?.name === "Reading pane" && role === "heading" ? "its title" : name;
      // The forecast's period depends on when the sandbox started to read the places.
      const said = title.replace(/^In the last (?:hour|\d+ hours)$/, "In the last … hours");
      const cut = said.length > longest ? `${said.slice(0, longest)}…` : said;
      return `${"  ".repeat(depth)}${role === "heading" ? `h${level}` : role} ${cut}`.trimEnd();
    });
  const isFramed = frame.every((line, at) => lines[at] === line);
  const isEnded = end.every((line, at) => lines.at(at - end.length) === line);
  return lines.slice(isFramed ? frame.length : 0, isEnded ? -end.length : undefined);
}

function expectSound(stations: readonly Station[]): void {
  const those = (...roles: string[]) => stations.filter(({ role }) => roles.includes(role));
  const headings = those("heading");
  const dialogs = those("dialog", "alertdialog");
  const nameless = [...headings, ...dialogs].filter(({ name }) => name === "");
  expect(nameless, "headings and dialogs have names").toEqual([]);
  if (dialogs.length === 0) {
    expect(those("main"), "one main").toHaveLength(1);
    expect(
      headings.filter(({ level }) => level === 1),
      "one first heading",
    ).toHaveLength(1);
  }
  const skipping = headings.filter(({ level }, at) => at > 0 && level > headings[at - 1]!.level + 1);
  expect(skipping, "no level is skipped").toEqual([]);
  const named = those(...landmarks).map(({ role, name }) => `${role} ${name}`);
  const twice = named.filter((one, at) => named.indexOf(one) !== at);
  expect(twice, "no two landmarks are called the same").toEqual([]);
}

/**
 * Checks that the page's reading order matches the recorded one. If WRITE_READING_ORDER is set, records it
 * instead.
 */
export async function expectReadingOrder(page: Page, screen: string): Promise<void> {
  const section = (body: string) => `\n### ${screen}\n\n\`\`\`text\n${body}\n\`\`\`\n`;
  const document = readFileSync(file, "utf8");
  const start = document.indexOf(`\n### ${screen}\n`);
  const written = start === -1 ? "" : /```text\n([\s\S]*?)\n```/.exec(document.slice(start))![1]!;
  const readLines = async () => linesOf(await stationsOf(page)).join("\n");
  if (process.env.WRITE_READING_ORDER !== undefined) {
    const lines = await readLines();
    const next =
      start === -1
        ? `${document.trimEnd()}\n${section(lines)}`
        : document.replace(section(written), () => section(lines));
    writeFileSync(file, next);
    return;
  }
  // Live regions are added after the page has loaded.
  await expect.poll(readLines, `as ${file} has it`).toBe(written);
  expectSound(await stationsOf(page));
}
