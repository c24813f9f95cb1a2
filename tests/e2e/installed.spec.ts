import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";

interface Manifest {
  shortcuts: { name: string; url: string }[];
  share_target: { action: string; method: string; params: Record<string, string> };
}
const manifest = JSON.parse(readFileSync("src/app/manifest.webmanifest", "utf8")) as Manifest;
const requested = (page: Page) => page.getByRole("dialog", { name: "Why did I (not) get this?" });

async function arrive(page: Page, unread = 0): Promise<void> {
  const { createNotification, createUser, createWatch } = await factories();
  const user = await createUser({ firstName: "Maya" });
  const watch = await createWatch(user, { keyword: "halyard" });
  for (let n = 0; n < unread; n += 1) await createNotification(watch);
  await signInAs(page, user);
}

test("every app shortcut opens the screen in its name", async ({ page }) => {
  await arrive(page);
  const opened: Record<string, () => Promise<void>> = {
    Notifications: () => expect(page.getByRole("heading", { name: "Notifications", level: 1 })).toBeVisible(),
    Keywords: () => expect(page.getByRole("heading", { name: "Keyword Watches", level: 1 })).toBeVisible(),
    "Add Keyword": () => expect(page.getByRole("dialog", { name: "Add Keyword" })).toBeVisible(),
    "Check a post": () => expect(requested(page).getByRole("textbox")).toHaveValue(""),
  };
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(Object.keys(opened));
  for (const { name, url } of manifest.shortcuts) {
    await page.goto(url);
    await opened[name]!();
  }
});

const shared: [shares: string, with_: Record<string, string>, link: string][] = [
  ["an address", { url: "https://news.example/a?b=1&c=2" }, "https://news.example/a?b=1&c=2"],
  [
    "an address in a text",
    { url: "", text: "Look: https://news.example/a and so on" },
    "https://news.example/a",
  ],
  [
    "an address in a title",
    { url: "", text: "Worth a look", title: "https://news.example/a" },
    "https://news.example/a",
  ],
  ["a text alone", { text: "nothing <script>alert(1)</script> to open" }, ""],
  [
    "more than an address is long",
    { text: `https://news.example/${"a".repeat(5_000)}` },
    `https://news.example/${"a".repeat(1_987)}`,
  ],
];
for (const [shares, input, link] of shared)
  test(`shared content opens the check dialog: ${shares}`, async ({ page }) => {
    await arrive(page);
    const { action, method, params } = manifest.share_target;
    expect(method).toBe("GET");
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [params[name]!, value]));
    await page.goto(`${action}?${query}`);
    await expect(requested(page).getByRole("textbox")).toHaveValue(link);
    await expect(page).toHaveURL("/keywords");
  });

test("content shared while signed out is checked after sign-in, only once", async ({ page }) => {
  const { createUser, factoryPassword } = await factories();
  const user = await createUser({ firstName: "Maya" });
  const signIn = async () => {
    await page.getByLabel("Email").fill(user.email);
    await page.getByLabel("Password", { exact: true }).fill(factoryPassword);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  const link = "https://news.example/a?b=1&c=2#d";
  await page.goto(`${manifest.share_target.action}?${new URLSearchParams({ check: link })}`);
  await expect(page.getByRole("heading", { name: "Sign in to check a post" })).toBeVisible();
  await expect(page.getByText(link)).toBeVisible();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("sharedLink"))).not.toBeNull();
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn();
  await expect(requested(page).getByRole("textbox")).toHaveValue(link);
  await expect(page).toHaveURL("/keywords");

  // The share was used, so the next sign-in goes to the dashboard as usual.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sign out", exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/login");
  await signIn();
  await expect(page).toHaveURL("/dashboard");

  // The URL of the check dialog keeps its link too, whether the session is resumed or has ended.
  const address = `/keywords?${new URLSearchParams({ check: link })}`;
  await page.context().clearCookies();
  await page.goto(address);
  await expect(requested(page).getByRole("textbox")).toHaveValue(link);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sign out", exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL("/");
  await page.goto(address);
  await expect(page.getByText(link)).toBeVisible();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("sharedLink"))).not.toBeNull();
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn();
  await expect(requested(page).getByRole("textbox")).toHaveValue(link);
});

test("the app icon shows the unread count and is cleared on sign-out", async ({ page }) => {
  await page.addInitScript(() => {
    const said: (number | undefined)[] = [];
    const note = (count?: number) => {
      said.push(count);
      sessionStorage.setItem("badge", JSON.stringify(said.at(-1) ?? null));
      return Promise.resolve();
    };
    Object.assign(navigator, { setAppBadge: note, clearAppBadge: () => note() });
  });
  const badge = () => page.evaluate(() => sessionStorage.getItem("badge"));
  await arrive(page, 3);
  await page.goto("/notifications");
  await expect.poll(badge).toBe("3");
  await page.getByRole("button", { name: "Archive", exact: true }).first().click();
  await expect.poll(badge).toBe("2");
  await page.getByRole("button", { name: "Sign out", exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL("/");
  expect(await badge()).toBe("null");
});
