import { expect, type Locator } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";
import { receiver } from "../support/e2e-receivers";
import { readSites, writePost } from "../support/e2e-reddit";

/** The messages at these receivers, without test messages. */
async function arrivedAt(addresses: readonly string[]): Promise<string[]> {
  const response = await fetch(`${process.env.E2E_SANDBOX_URL ?? ""}/control/receivers`);
  const { arrived } = (await response.json()) as { arrived: { kind: string; path: string; body: string }[] };
  const paths = addresses.map((address) => new URL(address).pathname);
  const isTest = (body: string) => body.includes("This destination works.");
  return arrived.filter(({ path, body }) => paths.includes(path) && !isTest(body)).map(({ kind }) => kind);
}

test("sets up five channels for one watch in a minute with up to 20 presses", async ({ page }) => {
  const word = `topsail${Date.now()}`;
  const kinds = ["slack", "discord", "teams", "ntfy", "webhook"];
  const addresses = await Promise.all(kinds.map(receiver));
  let presses = 0;
  const press = async (locator: Locator) => {
    presses += 1;
    await locator.click();
  };
  const startedMs = Date.now();
  const { createUser } = await factories();
  await signInAs(page, await createUser({ plan: "pro" }));
  await page.goto("/settings#channels");
  const channels = page.getByRole("region", { name: "Channels" });
  const address = channels.getByLabel("Add a destination");
  await press(address);
  for (const [at, kind] of kinds.entries()) {
    // The field is focused again, so the next URL can be pasted directly.
    await expect(address).toBeFocused();
    presses += 1;
    await page.keyboard.insertText(addresses[at]!);
    // On the vendors' own hosts the channel is detected.
    await channels.getByLabel("Type", { exact: true }).selectOption(kind);
    await press(channels.getByRole("button", { name: "Send Test and Add" }));
    await expect(channels).toContainText(`${at + 1} of 20 in use`);
  }

  await press(page.getByRole("link", { name: "Keywords" }).first());
  await press(page.getByRole("button", { name: "Add Keyword" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Keyword", { exact: true }).fill(word);
  await dialog.getByRole("combobox", { name: "Subreddits" }).fill("smallbusiness");
  presses += 1;
  await page.keyboard.press("Enter");
  await press(dialog.getByText("Narrow it down"));
  await press(dialog.getByText("Alerts for this watch"));
  const picks = dialog.getByRole("group", { name: "Where alerts go" }).getByRole("checkbox");
  await expect(picks).toHaveCount(6);
  for (const pick of await picks.all()) await expect(pick).toBeChecked();
  await press(dialog.getByRole("checkbox", { name: /^Email/ }).first());
  await press(dialog.getByRole("button", { name: "Add Keyword" }));
  await expect(dialog).toBeHidden();

  await writePost(page, `Is ${word} down?`);
  const reading = readSites(page);
  await expect
    .poll(async () => (await arrivedAt(addresses)).sort(), { intervals: [250] })
    .toEqual([...kinds].sort());
  expect(Date.now() - startedMs).toBeLessThan(60_000);
  expect(presses).toBeLessThanOrEqual(20);
  await reading;
});
