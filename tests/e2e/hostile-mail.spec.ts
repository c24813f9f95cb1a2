import { expect, type Page } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";
import naughty from "../unit/domain/markdown/naughty-strings.json" with { type: "json" };
import { XSS_LINES } from "../unit/domain/markdown/xss-lines";

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof factories>>["createUser"]>>;
interface Mail {
  html: string;
  subject: string;
}

const lines = [...XSS_LINES, ...naughty.strings];
const linesAMail = 25;
const clean = (text: string) => text.replaceAll("\u0000", "\ufffd");

/** An account with hostile names and matches, and with messages due. */
async function victimOf(own: readonly string[]): Promise<Person> {
  const { createUser } = await factories();
  const { createPendingEmail } = await import("../support/pending-email");
  const [first = "", last = ""] = own.map((line) => clean(line).slice(0, 50));
  const user = await createUser({ firstName: first || "x", lastName: last || "x", plan: "pro" });
  for (const [at, line] of own.entries()) {
    const text = clean(line);
    await createPendingEmail(user.id, new Date(), {
      keyword: text.slice(0, 100),
      title: `${at} ${text}`.slice(0, 300),
      content: `${text}\n\n[x](${text}) ![x](${text}) <a href="${text}">x</a>`.slice(0, 4_000),
      author: text.slice(0, 50),
      subreddit: "test",
    });
  }
  return user;
}

/** Records any script execution. There is no CSP here, as in an email client. */
async function armed(page: Page): Promise<string[]> {
  const rung: string[] = [];
  await page.exposeFunction("ring", (what: string) => rung.push(what));
  await page.addInitScript(() => {
    const { ring } = window as unknown as { ring: (what: string) => void };
    for (const name of ["alert", "confirm", "prompt", "open", "print", "eval"] as const)
      Object.defineProperty(window, name, { value: () => ring(name) });
  });
  page.on("dialog", (dialog) => {
    rung.push("dialog");
    void dialog.dismiss();
  });
  page.on("popup", () => rung.push("popup"));
  page.on("request", (sent) => {
    if (!sent.isNavigationRequest()) rung.push(`asked for ${sent.url()}`);
  });
  return rung;
}

/**
 * Returns forbidden content of an email: elements that execute or load something, and URLs with other
 * schemes.
 */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const allowed = /^(html|head|meta|title|body|table|tbody|tr|td|div|p|h1|h2|a|span|mark|hr|br|b|strong)$/i;
    const found: string[] = [];
    for (const element of document.querySelectorAll("*")) {
      if (!allowed.test(element.tagName) && element.tagName !== "STYLE") found.push(element.tagName);
      for (const { name } of element.attributes) if (name.startsWith("on")) found.push(name);
      if (element instanceof HTMLAnchorElement && !/^(https?|mailto):$/.test(element.protocol))
        found.push(element.href);
      const events = ["mouseover", "focus", "error", "load", "toggle", "animationstart"];
      for (const event of events) element.dispatchEvent(new Event(event));
    }
    return found;
  });

async function mailsTo(page: Page, email: string): Promise<Mail[]> {
  const address = `${process.env.E2E_SANDBOX_URL}/mailbox.json?to=${encodeURIComponent(email)}`;
  return (await (await page.request.get(address)).json()) as Mail[];
}

async function opened(page: Page, mails: readonly Mail[]): Promise<void> {
  for (const { html, subject } of mails) {
    expect(subject).not.toMatch(/[\r\n]/);
    await page.setContent(html, { waitUntil: "load" });
    expect(await faultsOf(page)).toEqual([]);
  }
}

test(`${lines.length} hostile lines in alerts and account emails execute nothing, without a CSP`, async ({
  page,
  request,
}) => {
  const victims: Person[] = [];
  for (let at = 0; at < lines.length; at += linesAMail)
    victims.push(await victimOf(lines.slice(at, at + linesAMail)));
  const secret = (JSON.parse(process.env.E2E_SETTINGS ?? "{}") as { CRON_SECRET: string }).CRON_SECRET;
  for (const { email } of victims) await request.post("/api/auth/forgot-password", { data: { email } });
  const rung = await armed(page);
  let seen = 0;
  await expect(async () => {
    await request.get("/api/cron/deliver", { headers: { authorization: `Bearer ${secret}` } });
    const mails = await Promise.all(victims.map(({ email }) => mailsTo(page, email)));
    seen = mails.filter((own) => own.some(({ html }) => html.includes("r/test"))).length;
    expect(seen).toBe(victims.length);
  }).toPass({ timeout: 240_000 });
  for (const { email } of victims) await opened(page, await mailsTo(page, email));
  expect(rung).toEqual([]);
});

test("the same lines execute nothing in a browser that opens the feed", async ({ page, request }) => {
  const user = await victimOf(lines.slice(0, linesAMail));
  const rung = await armed(page);
  await signInAs(page, user);
  const { createSession } = await factories();
  const { bearer } = await createSession(user);
  const made = await request.post("/api/users/feed", { headers: { authorization: bearer } });
  const { url } = (await made.json()) as { url: string };
  const feed = await page.goto(url);
  expect(feed?.headers()["content-type"]).toContain("application/atom+xml");
  expect(feed?.headers()["x-content-type-options"]).toBe("nosniff");
  expect(rung).toEqual([]);
});
