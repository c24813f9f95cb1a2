import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { factories } from "../support/e2e-person";
import openStage from "../support/e2e-stage";
import { serveApp, type ServedApp } from "../support/served-app";
import { getDotDistances } from "../support/unread-dots";
import type { Browser } from "./driver";
import { launchFirefox } from "./firefox";
import { browsers } from "./installed.mjs";
import { Page } from "./page";
import { launchWebKit } from "./webkit";

let closeStage: () => Promise<void>;
let app: ServedApp;
let base: string;

beforeAll(async () => {
  closeStage = await openStage();
  const settings = JSON.parse(process.env.E2E_SETTINGS!) as Record<string, string>;
  delete settings.PORT;
  app = await serveApp("live-app", { ...settings, LIVE: "on", SCHEDULER: "off" });
  base = `http://localhost:${new URL(app.url).port}`;
});
afterAll(async () => {
  await app.stop();
  await closeStage();
});

describe.each([
  { name: "Firefox", launch: launchFirefox, ...browsers.Firefox },
  { name: "WebKit", launch: launchWebKit, ...browsers.WebKit },
])("$name", ({ name: browserName, launch, program, missing }) => {
  let browser: Browser | undefined;
  let page: Page;

  beforeAll(async () => {
    if (!missing) browser = await launch(program!);
  });
  afterAll(() => browser?.close());
  beforeEach(async ({ skip }) => {
    if (missing) skip(missing);
    page = new Page(await browser!.newTab(), base);
    await page.tab.resize(1280, 800);
  });
  afterEach(async ({ task }) => {
    if (missing) return;
    if (task.result?.state === "fail") await takePicture(`${browserName} ${task.name}`);
    await page.tab.close();
    expect(page.tab.errors()).toEqual([]);
  });

  async function takePicture(title: string) {
    mkdirSync(".data/test/browsers", { recursive: true });
    const file = `.data/test/browsers/${title.replaceAll(/\W+/g, "-")}.png`;
    writeFileSync(file, Buffer.from(await page.tab.screenshot(), "base64"));
  }

  const shows = (text: string) => expect.poll(() => page.text()).toContain(text);

  /** Signs a new account in through the form. */
  async function signIn() {
    const { createUser, factoryPassword } = await factories();
    const user = await createUser({ firstName: "Maya" });
    await page.open("/login");
    await page.fill("Email", user.email);
    await page.fill("Password", factoryPassword);
    await page.click("button", "Sign in");
    await shows("Welcome back, Maya!");
    return user;
  }

  /** An account with four unread matches, on the list. */
  async function openMatches() {
    const { createWatch, createNotification } = await factories();
    const watch = await createWatch(await signIn(), { keyword: "quillon" });
    for (let at = 0; at < 4; at += 1)
      await createNotification(watch, {
        createdAt: new Date(Date.now() - at * 60_000),
        item: { title: `Quillon, part ${at}`, content: "A fix by breakfast." },
      });
    await page.open("/notifications");
    await shows("4 unread notifications");
  }

  test("signs in by form; a wrong password shows an error and keeps the input", async () => {
    await page.open("/keywords");
    await expect.poll(() => page.path()).toBe("/login");
    await page.fill("Email", "demo@earshot.example");
    await page.fill("Password", "Listen-2027");
    await page.click("button", "Sign in");
    await shows("Invalid email or password");
    await page.fill("Password", "Listen-2026");
    await page.click("button", "Sign in");
    await shows("Welcome back, Maya!");
    await page.click("button", "Sign out");
    await expect.poll(() => page.path()).toBe("/");
  });

  test("adds a keyword in the dialog, and a new match appears", async () => {
    const keyword = `quay${Date.now()}`;
    await signIn();
    await page.open("/keywords");
    await page.click("button", "Add Keyword");
    await page.fill("Keyword", keyword);
    await page.click("[role=dialog] button", "Add Keyword");
    await shows("1 keyword, 1 active");
    await page.click("nav a", "Notifications");
    await expect.poll(() => page.path()).toBe("/notifications");

    await fetch(`${process.env.E2E_SANDBOX_URL}/control/post`, {
      method: "POST",
      body: JSON.stringify({ subreddit: "smallbusiness", title: `Does ${keyword} help?`, selftext: "Hm." }),
    });
    await page.click("button", `1 new in ${keyword}`);
    await shows(`Does ${keyword} help?`);
  });

  test("archives a match and undoes it", async () => {
    await openMatches();
    await page.click("main [data-row] h3", "Quillon, part 1");
    await page.click("[aria-label='Reading pane'] button", "Archive");
    await shows("3 unread notifications");
    expect(await page.text()).not.toContain("Quillon, part 1");
    await page.click("button", "Undo");
    await shows("4 unread notifications");
    await shows("Quillon, part 1");
  });

  test("saves a changed setting", async () => {
    await signIn();
    await page.open("/settings");
    await shows("Frequency");
    await page.click("[role=switch]", "Email notifications");
    await page.click("button", "Save All Changes");
    await shows("Notification preferences updated successfully");
    await page.open("/settings");
    await shows("Email notifications");
    expect(await page.text()).not.toContain("Frequency");
  });

  test.each([1280, 375])("the unread dot and the checkbox never overlap at %i px", async (width) => {
    await page.tab.resize(width, 800);
    await openMatches();
    const expectApart = async (state: string) => {
      const distances = await page.call(getDotDistances);
      expect(distances, state).toHaveLength(4);
      expect(Math.min(...distances), state).toBeGreaterThanOrEqual(1);
    };
    expect(await page.call(() => innerWidth)).toBe(width);
    await expectApart("at rest");
    await page.hover("main [data-row] h3", "Quillon, part 1");
    await expectApart("hovered");
    await page.press("j");
    await expectApart("focused");
    await page.press("x");
    await shows("1 selected");
    await expectApart("selecting");
  });
});
