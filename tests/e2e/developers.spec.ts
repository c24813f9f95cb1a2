import { readFileSync } from "node:fs";
import { expect, type Page, type Response } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { runCurl } from "../support/curl";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";
import { readSites, writePost } from "../support/e2e-reddit";

const sandbox = () => process.env.E2E_SANDBOX_URL ?? "";
const control = async <T>(path: string, body?: object): Promise<T> => {
  const sent = body && { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${sandbox()}/control/${path}`, sent);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
};

interface Arrived {
  path: string;
  body: string;
  headers: Record<string, string>;
}

/** A write key created on the settings screen. */
async function keyMadeOnScreen(page: Page): Promise<string> {
  await page.goto("/settings#keys");
  const keys = page.getByRole("region", { name: "API keys", exact: true });
  await keys.getByRole("button", { name: "New Key" }).click();
  const dialog = page.getByRole("dialog", { name: "New API key" });
  await dialog.getByLabel("Label").fill("Outside");
  await dialog.getByLabel("Scope").selectOption({ value: "write" });
  await dialog.getByRole("button", { name: "Create Key" }).click();
  await expect(dialog).toBeHidden();
  return keys.getByLabel("API key for Outside").inputValue();
}

test("the reference has search, deep links and copy buttons", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/developers");
  await page.getByLabel("Search endpoints").fill("post keywords parse");
  await page.getByRole("link", { name: "Parse expression" }).click();
  await expect(page).toHaveURL(/\/developers\/watches#parseExpression$/);
  const call = page.getByRole("region", { name: "Parse expression" });
  await expect(call.getByRole("heading", { name: "Parse expression" })).toBeInViewport();
  await call.getByRole("button", { name: "Copy Parse expression with curl" }).click();
  await expect(call.getByText("Copied")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await call.getByRole("group", { name: "Parse expression with curl" }).textContent());

  const sample = call.getByRole("group", { name: "JSON sample for Parse expression" });
  await expect(sample).toBeHidden();
  await call.getByText("Sample response of Parse expression").press("Enter");
  await expect(sample).toBeInViewport();
  await call.getByRole("button", { name: "Copy JSON sample for Parse expression" }).click();
  const response = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as object;
  expect(response).toMatchObject({ problems: [] });
  expect(await axeFindings(page)).toEqual([]);
});

test("the n8n workflow download contains this site's URL", async ({ page, baseURL }) => {
  await page.goto("/developers#n8n");
  const part = page.getByRole("region", { name: "n8n" });
  await expect(part.getByRole("heading", { name: "n8n" })).toBeInViewport();
  const coming = page.waitForEvent("download");
  await part.getByRole("link", { name: "Download the workflow" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("n8n-earshot.json");
  const text = readFileSync(await download.path(), "utf8");
  const { nodes } = JSON.parse(text) as { nodes: { type: string }[] };
  expect(nodes.map(({ type }) => type)).toContain("n8n-nodes-base.webhook");
  expect(text).toContain(`const earshot = '${baseURL}'`);
});

test("loads up to 200 kB of scripts, all from our own origin", async ({ page, baseURL }) => {
  const scripts: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
  });
  await page.goto("/developers/notifications");
  await waitForHydration(page);
  expect(scripts.length).toBeGreaterThan(3);
  for (const script of scripts) expect(new URL(script.url()).origin).toBe(new URL(baseURL!).origin);
  const sizes = await Promise.all(scripts.map((script) => script.request().sizes()));
  expect(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeLessThanOrEqual(200_000);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("every resource page is readable, linkable and small", async ({ page }) => {
    await page.goto("/developers");
    const links = page.getByRole("navigation", { name: "Reference" }).getByRole("link");
    const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
    const nouns = paths.filter((path) => path.startsWith("/developers/"));
    expect(nouns.length).toBe(10);
    for (const path of nouns) {
      const response = await page.goto(path);
      expect((await response!.body()).length, path).toBeLessThan(450_000);
      const calls = page.locator("section[id] pre[aria-label$='with curl']");
      expect(await calls.count()).toBeGreaterThan(1);
    }
    await page.goto("/developers/watches#createWatch");
    await expect(page.getByRole("heading", { name: "Create watch" })).toBeInViewport();
  });
});

test("creates a watch, receives a webhook and reads matches with only the reference", async ({ page }) => {
  const { createUser } = await factories();
  const user = await createUser({ plan: "pro" });
  await signInAs(page, user);
  const key = await keyMadeOnScreen(page);

  const { path } = await control<{ path: string }>("receivers", { kind: "webhook" });
  await page.goto("/settings#channels");
  const channels = page.getByRole("region", { name: "Channels" });
  await channels.getByLabel("Add a destination").fill(`${process.env.E2E_PLACES_URL ?? ""}${path}`);
  await channels.getByRole("button", { name: "Send Test and Add" }).click();
  await expect(channels.getByLabel("Signing secret")).toHaveValue(/^whsec_/);
  const secret = await channels.getByLabel("Signing secret").inputValue();

  const example = async (noun: string, name: string) => {
    await page.goto(`/developers/${noun}`);
    return (await page.getByRole("group", { name: `${name} with curl` }).textContent()) ?? "";
  };
  const run = (command: string) => runCurl(command, { EARSHOT_KEY: key });
  await page.goto("/developers");
  const start = await page.getByRole("group", { name: "Quick start with curl" }).textContent();
  const commands = start!.split("\n\n");
  expect(commands).toHaveLength(3);
  for (const command of commands) expect([command, (await run(command)).ok]).toEqual([command, true]);
  expect((await run(await example("watches", "Create watch"))).status).toBe(201);
  const title = "Tidewater answered on a Sunday";
  await readSites(page);
  await writePost(page, title, "webdev");
  await readSites(page);

  const mine = async () =>
    (await control<{ arrived: Arrived[] }>("receivers")).arrived.filter(
      (one) => one.path === path && one.body.includes(title),
    );
  await expect.poll(async () => (await mine()).length, { timeout: 240_000 }).toBeGreaterThan(0);
  const [arrived] = await mine();
  const result = new Webhook(secret).verify(arrived!.body, arrived!.headers);
  expect(result).toMatchObject({ type: "matches.created", data: { matches: [{ title }] } });

  const matches = await run(await example("notifications", "List notifications"));
  expect(await matches.json()).toMatchObject([{ matchedKeyword: "tidewater", redditPost: { title } }]);
  const file = await run(await example("notifications", "Export notifications"));
  expect(await file.text()).toContain(title);
});
