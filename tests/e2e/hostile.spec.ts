import { expect, type Page } from "@playwright/test";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";
import { XSS_LINES } from "../unit/domain/markdown/xss-lines";

/**
 * Each line in each of these forms, after enough text that both the truncated and the full version are shown.
 */
const ways: readonly [string, (line: string) => string][] = [
  ["text", (line) => line],
  ["a link", (line) => `[x](${line}) [y](<${line}>)`],
  ["an image", (line) => `![x](${line}) ![${line}](https://images.example/a.png)`],
  ["raw HTML", (line) => `<a href="${line}">x</a> <img src='${line}'> <b title="${line}">${line}</b>`],
];
const filler = "alert is the word that was heard here. ".repeat(7);

/** Records foreign scripts that execute. Install it before the page's own scripts. */
async function setTripwire(page: Page): Promise<{ rung: string[]; requested: string[] }> {
  const rung: string[] = [];
  const requested: string[] = [];
  await page.exposeFunction("ring", (what: string) => rung.push(what));
  await page.addInitScript(() => {
    const ring = (window as unknown as { ring: (what: string) => void }).ring;
    for (const name of ["alert", "confirm", "prompt", "open", "print"] as const) {
      Object.defineProperty(window, name, { value: () => ring(name) });
    }
    document.addEventListener("securitypolicyviolation", (event) =>
      ring(`policy ${event.violatedDirective}`),
    );
  });
  page.on("dialog", (dialog) => {
    rung.push("dialog");
    void dialog.dismiss();
  });
  page.on("popup", () => rung.push("popup"));
  page.on("framenavigated", (frame) => frame !== page.mainFrame() && rung.push("frame"));
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (hostname === "localhost" || protocol === "data:") return;
    // Only https images are allowed, without a referrer. All other requests are faults.
    const isImage = protocol === "https:" && request.resourceType() === "image";
    if (!isImage || request.headers().referer !== undefined)
      requested.push(`${request.resourceType()} ${request.url()}`);
  });
  await page.route(/^https:\/\//, (route) => route.abort());
  return { rung, requested };
}

/** Triggers handlers that run on hover, focus or loading. Returns the number of texts in the pane. */
const touchAll = (page: Page) =>
  page.evaluate(() => {
    const events = [
      "mouseover",
      "mouseenter",
      "focus",
      "pointerover",
      "animationstart",
      "toggle",
      "error",
      "load",
    ];
    for (const element of document.querySelectorAll("[data-pane] .matched *")) {
      for (const name of events) element.dispatchEvent(new Event(name, { bubbles: false }));
    }
    return document.querySelectorAll("[data-pane] .markdown").length;
  });

/** Waits until the post at this position is focused and shown in the pane, and its group is fully loaded. */
const waitForPost = (page: Page, position: string) =>
  page.waitForFunction((position) => {
    const pane = document.querySelector("[data-pane]");
    const row = document.querySelector("[data-list] li:focus");
    // The next key waits only five seconds for more rows.
    const isLoaded = row?.closest<HTMLElement>("[data-rows]")?.dataset.missing === "0";
    const isVisible = (element?: Element | null) => element?.checkVisibility() === true;
    return (
      isLoaded &&
      pane?.querySelector(".pane-at")?.textContent === position &&
      isVisible(pane.querySelector(".reading-why")) &&
      isVisible(row?.querySelector("article"))
    );
  }, position);

/** Returns forbidden content in the rendered posts. */
async function faults(page: Page): Promise<string[]> {
  const parts = [".matched", ".mention-title", ".mention-source", ".reading-title"];
  const selector = parts.map((part) => `main ${part}`).join(", ");
  return page.locator(selector).evaluateAll((texts) => {
    const schemes = ["http:", "https:", "irc:", "ircs:", "mailto:", "xmpp:"];
    const found: string[] = [];
    for (const element of texts.flatMap((text) => [...text.querySelectorAll("*")])) {
      // Our own site icon.
      if (element.closest(".mention-source > span > svg") !== null) continue;
      for (const { name } of element.attributes) {
        if (name.startsWith("on") || name === "style" || name === "srcset")
          found.push(`${element.tagName} ${name}`);
      }
      if (/^(script|style|iframe|object|embed|svg|math|form|input|link|meta|base)$/i.test(element.tagName)) {
        found.push(element.tagName);
      }
      if (element instanceof HTMLAnchorElement) {
        if (!schemes.includes(element.protocol)) found.push(element.href);
        if (element.rel !== "noopener noreferrer nofollow ugc" || element.target !== "_blank")
          found.push("loose link");
      }
      if (element instanceof HTMLImageElement) {
        if (!element.src.startsWith("https://")) found.push(element.src);
        if (element.loading !== "lazy" || element.referrerPolicy !== "no-referrer") found.push("loose image");
      }
    }
    return found;
  });
}

/** With HOSTILE=some, the lines take turns: each is tested in one form. */
const isShort = process.env.HOSTILE === "some";
/** In two halves: a list of all lines takes minutes on a busy machine. */
const half = Math.ceil(XSS_LINES.length / 2);
const halves = [XSS_LINES.slice(0, half), XSS_LINES.slice(half)];
const partsOf = (way: number) =>
  isShort ? [XSS_LINES.filter((_, line) => line % ways.length === way)] : halves;

for (const [turn, [way, write]] of ways.entries())
  for (const [at, lines] of partsOf(turn).entries())
    test(`${lines.length} hostile lines as ${way} execute nothing (part ${at + 1})`, async ({
      page,
      complaints,
    }) => {
      await createPosts(page, lines, write);
      const { rung, requested } = await setTripwire(page);
      await page.goto("/notifications");
      await waitForHydration(page);
      // The pane shows the whole text of each. The list contains only the nearby rows of a long group.
      let texts = 0;
      for (let at = 1; at <= lines.length; at += 1) {
        await page.keyboard.press("j");
        // One call instead of several assertions, which would wait 100 ms a thousand times.
        await waitForPost(page, `${at} of ${lines.length}`);
        texts += await touchAll(page);
        expect(await faults(page)).toEqual([]);
      }
      // A few that leave an element open render to nothing.
      expect(texts).toBeGreaterThan(lines.length - 10);
      expect(rung).toEqual([]);
      expect(requested).toEqual([]);
      expect(complaints).toEqual([]);
    });

async function createPosts(page: Page, lines: readonly string[], write: (line: string) => string) {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser();
  // Spread over several groups, so each is short enough to be rendered completely.
  const keywords = ["alert", "script", "onerror"];
  const watches = await Promise.all(
    keywords.map((keyword) => createWatch(user, { keyword, isActive: false })),
  );
  const clean = (text: string) => text.replaceAll("\u0000", "\ufffd");
  for (const [index, line] of lines.entries()) {
    const content = clean(`${write(line)}\n\n${filler}`).slice(0, 4_999);
    await createNotification(watches[index % watches.length]!, {
      createdAt: new Date(Date.now() - index * 1_000),
      item: { title: clean(line).slice(0, 300), content, author: "x", place: "test" },
    });
  }
  await signInAs(page, user);
}

const oddities: readonly [string, { title: string; content: string }][] = [
  ["a title of 300 characters", { title: "W".repeat(300), content: "alert" }],
  ["an address without spaces", { title: "alert", content: `https://example.com/${"a".repeat(1_500)}` }],
  ["right to left", { title: "האזנה alert עברית", content: "مرحبا alert بالعالم. ".repeat(20) }],
  ["Zalgo", { title: "alert", content: "Z\u0300\u0301\u0302\u0303\u0304\u0305".repeat(60) }],
  ["5,000 nested quotes", { title: "alert", content: "> ".repeat(2_499) }],
  [
    "a wide table",
    { title: "alert", content: `|${"a|".repeat(60)}\n|${"-|".repeat(60)}\n|${"wwwwww|".repeat(60)}` },
  ],
  ["long code", { title: "alert", content: `\`\`\`\n${"x".repeat(400)}\n\`\`\`\n${filler}` }],
];

/** Returns the elements that make the page wider than the viewport. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.querySelectorAll("main *")].filter(
      (element) => element.getBoundingClientRect().right > width,
    );
    return wide.map((element) => `${element.tagName} ${element.className}`);
  });
}

test("long and unusual content fits a phone and a wide screen", async ({ page }) => {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser();
  const watch = await createWatch(user, { keyword: "alert", isActive: false });
  for (const [, item] of oddities)
    await createNotification(watch, { item: { ...item, place: "abcdefghijklmnopqrstu" } });
  await signInAs(page, user);
  for (const width of [1280, 1024, 375, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/notifications");
    await expect(page.getByRole("article")).toHaveCount(oddities.length);
    await waitForHydration(page);
    // The pane shows each one's full text: next to the list or, in narrower windows, over it after a tap.
    for (const row of await page.locator("main [data-row]").all()) {
      if (width === 1280) await row.focus();
      else await row.click();
      const pane = page.getByRole("region", { name: "Reading pane" });
      await expect(pane.locator(".reading-why")).toBeVisible();
      expect(await tooWide(page)).toEqual([]);
      if (width !== 1280) await pane.getByRole("button", { name: "Back to the list" }).click();
    }
    await page.goto("/dashboard");
    await expect(page.getByRole("article")).toHaveCount(3);
    expect(await tooWide(page)).toEqual([]);
  }
});
