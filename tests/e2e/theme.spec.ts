import { expect, type Page } from "@playwright/test";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";

/**
 * The theme of a background color, by its lightness: the first number of `oklch(…)` or, in a build, of
 * `lab(…)`.
 */
function themeOf(ground: string): "light" | "dark" {
  const lightness = Number(/^\w+\(([\d.]+)/.exec(ground)?.[1]);
  expect(lightness, ground).not.toBeNaN();
  return lightness > 50 || (lightness > 0.5 && lightness <= 1) ? "light" : "dark";
}

const shown = async (page: Page) =>
  themeOf(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));

/** Records every background color since the first painted frame. */
async function recordGrounds(page: Page) {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { grounds: seen });
    const look = () => {
      const isPainted = performance.getEntriesByType("paint").length > 0;
      if (isPainted && document.body !== null) {
        const ground = getComputedStyle(document.body).backgroundColor;
        if (seen.at(-1) !== ground) seen.push(ground);
      }
      requestAnimationFrame(look);
    };
    look();
  });
}

const choices = [
  { local: null, account: "system", system: "dark", is: "dark" },
  { local: null, account: "system", system: "light", is: "light" },
  { local: null, account: "dark", system: "light", is: "dark" },
  { local: null, account: "light", system: "dark", is: "light" },
  { local: "light", account: "dark", system: "dark", is: "light" },
  { local: "dark", account: "light", system: "light", is: "dark" },
] as const;

for (const { local, account, system, is } of choices) {
  test(`local ${local}, account ${account}, system ${system} gives ${is} from the first frame`, async ({
    page,
  }) => {
    const { createUser } = await factories();
    await signInAs(page, await createUser({ theme: account }));
    await page.emulateMedia({ colorScheme: system });
    await page.addInitScript((choice) => {
      if (choice !== null) localStorage.setItem("theme", choice);
    }, local);
    await recordGrounds(page);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // A busy machine can report its first frame late, but recorded colors stay.
    const grounds = () => page.evaluate(() => (window as unknown as { grounds: string[] }).grounds);
    await expect.poll(async () => (await grounds()).map(themeOf)).toEqual([is]);
  });
}

test("the toggle changes the theme, stores it on this device and updates other tabs", async ({ page }) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser({ theme: "light" }));
  await page.goto("/dashboard");
  const other = await page.context().newPage();
  // It receives the other tab's event only once its scripts run.
  await other.goto("/dashboard");
  await waitForHydration(other);
  await waitForHydration(page);
  await page.getByRole("button", { name: "Toggle light and dark mode" }).click();
  expect(await shown(page)).toBe("dark");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
  await expect.poll(() => shown(other)).toBe("dark");
  await page.reload();
  expect(await shown(page)).toBe("dark");
});

test("a screenshot before any script runs shows the right theme", async ({ page }) => {
  await page.route("**/_next/static/**/*.js", (route) => route.abort());
  const corner = async () => {
    const { data } = await page.evaluate(
      async (shot) => {
        const picture = Object.assign(new Image(), { src: `data:image/png;base64,${shot}` });
        await picture.decode();
        const context = new OffscreenCanvas(1, 1).getContext("2d")!;
        context.drawImage(picture, 0, 0);
        return { data: [...context.getImageData(0, 0, 1, 1).data] };
      },
      (await page.screenshot()).toString("base64"),
    );
    return data[0]! > 128 ? "light" : "dark";
  };
  for (const system of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: system });
    for (const local of [null, "light", "dark"] as const) {
      await page.goto("/robots.txt");
      await page.evaluate((choice) => {
        if (choice === null) localStorage.removeItem("theme");
        else localStorage.setItem("theme", choice);
      }, local);
      await page.goto("/login");
      expect(await corner(), `local ${local}, system ${system}`).toBe(local ?? system);
    }
  }
});

test("saving System Default clears this device's choice", async ({ page }) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser({ theme: "light" }));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/settings");
  await page.getByRole("button", { name: "Toggle light and dark mode" }).click();
  await expect(page.getByLabel("Theme")).toHaveValue("dark");
  await page.emulateMedia({ colorScheme: "light" });
  expect(await shown(page)).toBe("dark");
  await page.getByLabel("Theme").selectOption("System Default");
  await page.getByRole("button", { name: "Save All Changes" }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("theme"))).toBeNull();
  await expect.poll(() => shown(page)).toBe("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => shown(page)).toBe("dark");
  await page.reload();
  expect(await shown(page)).toBe("dark");
});
