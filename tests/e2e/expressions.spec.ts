import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, withDatabase, test } from "../support/e2e-person";
import { seen } from "../support/e2e-seen";
import { sizes } from "../support/e2e-sizes";

type Watch = NonNullable<Parameters<Awaited<ReturnType<typeof factories>>["createWatch"]>[1]>;

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const keyword = (page: Page) => page.getByLabel("Keyword", { exact: true });
const chips = (page: Page, row: string) => dialog(page).getByRole("list", { name: row, exact: true });
const input = (page: Page, row: string) => dialog(page).getByRole("textbox", { name: row, exact: true });
const text = (page: Page) => dialog(page).getByRole("textbox", { name: "Filters as text" });

async function open(page: Page, plan: "free" | "pro", watch?: Watch) {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ plan });
  if (watch !== undefined) await createWatch(user, watch);
  await signInAs(page, user);
  await page.goto("/keywords");
  const name = watch === undefined ? "Add Keyword" : `Edit ${watch.keyword}`;
  await page.getByRole("button", { name }).first().click();
  await expect(keyword(page)).toBeFocused();
  if (watch === undefined) await dialog(page).getByText("Narrow it down").click();
}

/** The stored expression, as shown by the watch dialog's text view. */
async function storedText(page: Page, name: string): Promise<string> {
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await button(page, "Edit as text").click();
  return text(page).inputValue();
}

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("edits the expression with chips by keyboard", async ({ page }) => {
      await open(page, "pro");
      await keyword(page).fill("halyard");
      await dialog(page).getByRole("button", { name: "Add to “Or any of”" }).click();
      await expect(input(page, "Or any of")).toBeFocused();
      await page.keyboard.type('mizzen, "main sail", gone');
      await page.keyboard.press("Enter");
      await expect(chips(page, "Or any of").getByRole("listitem")).toHaveText([
        "mizzen",
        "“main sail”",
        "gone",
      ]);
      await expect(dialog(page).getByText("Meaning: halyard, mizzen, “main sail” or gone.")).toBeVisible();
      // Go back from the empty input along the chips and remove the middle one.
      await page.keyboard.press("Backspace");
      await expect(chips(page, "Or any of").getByRole("listitem")).toHaveCount(2);
      await page.keyboard.press("ArrowLeft");
      await expect(button(page, "Remove “main sail”")).toBeFocused();
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Delete");
      await expect(button(page, "Remove “main sail”")).toBeFocused();
      await page.keyboard.press("ArrowRight");
      await expect(input(page, "Or any of")).toBeFocused();
      // Escape closes the input but not the dialog.
      await page.keyboard.press("Escape");
      await expect(dialog(page).getByRole("button", { name: "Add to “Or any of”" })).toBeFocused();

      await dialog(page).getByRole("button", { name: "Add to “Authors”" }).click();
      await page.keyboard.type("not AutoModerator");
      const saved = seen(page, "Keyword added successfully!");
      // Unfinished input is included on submit.
      await button(page, "Add Keyword").click();
      await saved;
      expect(await storedText(page, "halyard")).toBe('(halyard OR "main sail") -author:AutoModerator');
    });

    test("the text view explains the expression, and offers a fix and the other reading", async ({
      page,
    }) => {
      await open(page, "pro");
      await keyword(page).fill("halyard");
      await button(page, "Edit as text").click();
      await expect(text(page)).toHaveValue("halyard");
      await text(page).fill("halyard OR mizzen -auther:spez");
      await expect(dialog(page).getByText("Unknown field “auther”; treated as a word.")).toBeVisible();
      await dialog(page)
        .getByRole("button", { name: /^Use .*author/ })
        .click();
      await expect(text(page)).toHaveValue("halyard OR mizzen -author:spez");
      await expect(dialog(page).getByText(/^Did you mean /)).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await button(page, "Add parentheses").click();
      await expect(text(page)).toHaveValue("(halyard OR mizzen) -author:spez");
      await expect(dialog(page).getByText(/^Did you mean /)).toHaveCount(0);
      await button(page, "Back to chips").click();
      await expect(chips(page, "Or any of")).toHaveText("mizzen");
      await expect(chips(page, "Authors")).toHaveText("not spez");
    });
  });
}

test("a keyword with an operator shows that it is searched as typed", async ({ page }) => {
  await open(page, "free");
  const note = dialog(page).getByText("Searched exactly as typed, including “OR”.");
  await keyword(page).fill("halyard or ORder");
  await expect(dialog(page).getByText("Highlighted as")).toBeVisible();
  await keyword(page).fill("halyard OR mizzen");
  await expect(note).toBeVisible();
});

test("completes fields and values with arrows, Enter and Escape", async ({ page }) => {
  await open(page, "pro");
  await keyword(page).fill("halyard");
  await button(page, "Edit as text").click();
  await text(page).press("End");
  await page.keyboard.type(" ty");
  await expect(dialog(page).getByRole("option", { name: "type:" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(text(page)).toHaveValue("halyard type:");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(text(page)).toHaveValue("halyard type:post ");
  await page.keyboard.type("-ti");
  await expect(dialog(page).getByRole("option", { name: "title:" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByRole("option")).toHaveCount(0);
  await expect(dialog(page)).toBeVisible();
});

test("refuses expressions that match nearly everything or nothing and shows why", async ({ page }) => {
  await open(page, "pro");
  await keyword(page).fill("halyard");
  await button(page, "Edit as text").click();
  await text(page).fill("halyard OR -mizzen");
  const save = button(page, "Add Keyword");
  const why = /“-mizzen” on its own would match almost everything/;
  await expect(save).toHaveAccessibleDescription(why);
  await expect(dialog(page).getByRole("alert").filter({ hasText: why })).toBeVisible();
  await expect(save).toHaveAttribute("aria-disabled", "true");
  await expect(dialog(page).getByText("No forecast.")).toBeVisible();
  await text(page).fill("halyard -halyard");
  await expect(save).toHaveAccessibleDescription(/This can never match/);
  await text(page).fill("halyard -mizzen");
  await expect(save).not.toHaveAttribute("aria-disabled", "true");
  const saved = seen(page, "Keyword added successfully!");
  await save.click();
  await saved;
});

test("announces a persistent problem only once", async ({ page }) => {
  await open(page, "pro");
  await keyword(page).fill("halyard");
  await button(page, "Edit as text").click();
  await text(page).fill("halyard -auther:spez");
  const problem = "Unknown field “auther”; treated as a word.";
  await expect(dialog(page).getByRole("status").filter({ hasText: problem })).toBeVisible();
  // Record the changes in live regions, which screen readers announce.
  await dialog(page).evaluate((inside, result) => {
    const counted = window as typeof window & { announced?: string[] };
    const matches: string[] = (counted.announced = []);
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of target.nodeType === Node.TEXT_NODE ? [target] : addedNodes) {
          const element = node instanceof Element ? node : node.parentElement;
          const isLive = Boolean(element?.closest("[role=status], [role=alert], [aria-live]"));
          if (isLive && node.textContent?.includes(result)) matches.push(node.textContent);
        }
    }).observe(inside, { childList: true, characterData: true, subtree: true });
  }, problem);
  await text(page).press("End");
  // Slower than the debounce, so every key could trigger an announcement.
  await page.keyboard.type(" rig", { delay: 600 });
  await expect(dialog(page).getByText(/^Meaning: .*rig/)).toBeVisible();
  const announced = () => page.evaluate(() => (window as typeof window & { announced?: string[] }).announced);
  expect(await announced()).toEqual([]);
  // Once it's fixed and occurs again, it's announced again, only once.
  await text(page).fill("halyard");
  await expect(dialog(page).getByText(problem)).toHaveCount(0);
  await text(page).fill("halyard -auther:spez");
  await expect(dialog(page).getByText(problem)).toBeVisible();
  await page.keyboard.type(" rig", { delay: 600 });
  await expect(dialog(page).getByText(/^Meaning: .*rig/)).toBeVisible();
  expect((await announced())?.length).toBe(1);
});

test("expressions too complex for chips stay text and can be reduced to the keyword", async ({ page }) => {
  await open(page, "pro", { keyword: "halyard", expression: "title:halyard OR (halyard NEAR/3 rope)" });
  await expect(text(page)).toHaveValue("title:halyard OR (halyard NEAR/3 rope)");
  await expect(
    dialog(page).getByText("This expression is too complex for chips, so it stays as text."),
  ).toBeVisible();
  await expect(button(page, "Back to chips")).toHaveCount(0);
  await button(page, "Use just the keyword").click();
  const saved = seen(page, "Keyword updated successfully!");
  await button(page, "Save Changes").click();
  await saved;
  expect(await storedText(page, "halyard")).toBe("halyard");
});

test("after Pro ends an expression keeps working and can be removed", async ({ page }) => {
  await open(page, "free", { keyword: "halyard", expression: "halyard -rope" });
  await expect(text(page)).toHaveValue("halyard -rope");
  await expect(text(page)).toHaveAttribute("readonly");
  await expect(
    dialog(page).getByText("Expressions are a Pro feature. This one will keep working"),
  ).toBeVisible();
  const saved = seen(page, "Keyword updated successfully!");
  await button(page, "Save Changes").click();
  await saved;
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: "Edit halyard" }).click();
  await button(page, "Use just the keyword").click();
  const savedAgain = seen(page, "Keyword updated successfully!");
  await button(page, "Save Changes").click();
  await savedAgain;
});

test("the latest preview wins, regardless of the order of responses", async ({ page }) => {
  const waiting: (() => void)[] = [];
  const preview = (matched: number) => ({
    preview: {
      ...{ items: 10_000, hours: 48, matched, isBroad: false, share: matched / 10_000, asksFirst: false },
      mails: { realtime: 1, hourly: 1, daily: 1 },
      examples: [],
      problems: [],
    },
  });
  await page.route("**/api/keywords/preview", async (route) => {
    const isFirst = route.request().postData()?.includes("slow") === true;
    if (isFirst) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.fulfill({ json: preview(isFirst ? 111 : 222) }).catch(() => undefined);
  });
  await open(page, "pro");
  await keyword(page).fill("slow");
  await expect.poll(() => waiting.length).toBe(1);
  await keyword(page).fill("quick");
  const forecast = dialog(page).getByRole("region", { name: "In the last two days" });
  await expect(forecast.getByText("222", { exact: true })).toBeVisible();
  waiting[0]!();
  await keyword(page).fill("quicker");
  await expect(forecast.getByText("222", { exact: true })).toBeVisible();
  await expect(forecast.getByText("111", { exact: true })).toHaveCount(0);
});

test("explains a stored post part by part", async ({ page }) => {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ plan: "pro" });
  await createWatch(user, {
    keyword: "halyard",
    expression: "halyard (mizzen OR rope*) -(jobs OR author:spez)",
    subreddits: ["smallbusiness"],
  });
  const name = `x${Date.now().toString(36)}`;
  const [now, later] = [new Date(), new Date(Date.now() + 86_400_000)];
  const url = `https://www.reddit.com/r/smallbusiness/comments/${name}/`;
  const texts = { title: "Halyard jobs", body: "Ropes and more rope" };
  await withDatabase((db) =>
    db.recentItem.create({
      data: {
        ...{ fullname: `t3_${name}`, kind: "post", site: "reddit", place: "smallbusiness" },
        ...{ createdAt: now, seenAt: now, forgetAt: later, textUntil: later },
        content: { ...texts, url, over18: false, author: "somebody" },
      },
    }),
  );
  await signInAs(page, user);
  await page.goto("/keywords");
  await page.getByRole("button", { name: "Check a post" }).click();
  await dialog(page)
    .getByLabel(/^Link to a post/)
    .fill(url);
  await page.keyboard.press("Enter");
  const tree = dialog(page).getByRole("list", { name: "Expression, part by part" });
  const parts = tree.getByRole("listitem").locator("> p");
  await expect(parts).toHaveText([
    "All parts: not matched",
    "halyard: found as Halyard",
    "Any part: matched",
    "mizzen: not found",
    "rope*: found as Ropes, rope",
    "Excluded: found",
    "Any part: matched",
    "jobs: found as jobs",
    "author:spez: not found",
  ]);
  expect(await axeFindings(page)).toEqual([]);
});
