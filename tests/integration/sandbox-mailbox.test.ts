import { describe, expect, test } from "vitest";
import type { Mail } from "../../sandbox/resend/mail";
import { mailboxPage } from "../../sandbox/resend/mailbox";

function mail(id: string, overrides: Partial<Mail> = {}): Mail {
  return {
    id,
    to: ["maya@example.com"],
    from: "Earshot <alerts@earshot.example>",
    subject: `Subject ${id}`,
    html: `<!DOCTYPE html><html><head><title>x</title></head><body>HTML ${id}</body></html>`,
    text: `Text ${id}`,
    headers: {},
    createdAt: new Date("2026-11-21T12:00:00Z"),
    status: "delivered",
    idempotencyKey: null,
    ...overrides,
  };
}

function get(mails: Mail[], address: string, method = "GET"): Response {
  const url = new URL(address, "http://127.0.0.1");
  return mailboxPage(mails, new Request(url, { method }), url.pathname);
}

describe("list", () => {
  test("shows the newest first, fifty per page", async () => {
    const mails = Array.from({ length: 120 }, (_, n) => mail(`n${n}`));
    const subjectsOf = async (address: string): Promise<string[]> =>
      [...(await get(mails, address).text()).matchAll(/<strong>(.*?)<\/strong>/g)].map(
        ([, subject]) => subject ?? "",
      );
    const first = await subjectsOf("/mailbox");
    expect([first.length, first[0], first.at(-1)]).toEqual([50, "Subject n119", "Subject n70"]);
    const last = await subjectsOf("/mailbox?page=3");
    expect([last.length, last.at(-1)]).toEqual([20, "Subject n0"]);
    expect(await subjectsOf("/mailbox?page=99")).toEqual(last);
    expect(await subjectsOf("/mailbox?page=-1")).toEqual(first);
  });

  test("filters by part of a recipient", async () => {
    const mails = [mail("one"), mail("two", { to: ["Ana <ANA@example.com>"] })];
    const page = await get(mails, "/mailbox?to=ana%40").text();
    expect(page).toContain("Subject two");
    expect(page).not.toContain("Subject one");
    expect(await get(mails, "/mailbox?to=nobody").text()).toContain("No email to this recipient");
    expect(await get([], "/mailbox").text()).toContain("No email yet");
  });

  test("JSON filters by exact address, newest first", async () => {
    const mails = [
      mail("1"),
      mail("2", { to: ["Maya <MAYA@example.com>"] }),
      mail("3", { to: ["y@example.com"] }),
    ];
    const idsAt = async (address: string): Promise<string[]> =>
      (await get(mails, address).json()).map(({ id }: Mail) => id);
    expect(await idsAt("/mailbox.json?to=maya@example.com")).toEqual(["2", "1"]);
    expect(await idsAt("/mailbox.json?to=a@example.com")).toEqual([]);
    expect(await idsAt("/mailbox.json")).toEqual(["3", "2", "1"]);
  });
});

describe("email", () => {
  test("shows its parts, and its HTML only in a sandboxed frame", async () => {
    const mails = [mail("1", { headers: { "X-Batch": "7" } })];
    const message = await get(mails, "/mailbox/1").text();
    expect(message).toMatch(
      /<iframe src="\/mailbox\/1\/body"[^>]* sandbox="(?!.*allow-scripts)(?!.*allow-same-origin)/,
    );
    expect(message).not.toContain("HTML 1");
    expect(await get(mails, "/mailbox/1?part=text").text()).toContain("<pre>Text 1</pre>");
    expect(await get(mails, "/mailbox/1?part=headers").text()).toContain("X-Batch");
  });

  test("the HTML document opens links in a new tab and runs no scripts", async () => {
    const body = get([mail("1")], "/mailbox/1/body");
    expect(await body.text()).toContain('<head><base target="_blank"><title>');
    const policy = body.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/sandbox (?!.*allow-scripts)/);
  });

  test("shows the text if there is no HTML part", async () => {
    expect(await get([mail("1", { html: "" })], "/mailbox/1").text()).toContain("<pre>Text 1</pre>");
  });

  test.each([
    [
      "offers one click",
      { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
      "<https://x.example/u?a&b>",
      true,
    ],
    ["needs the second header", {}, "<https://x.example/u>", false],
    [
      "posts only over http",
      { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
      "<mailto:a@x.example>",
      false,
    ],
  ])("unsubscribing %s", async (_, others, address, isOffered) => {
    const headers = { "List-Unsubscribe": address, ...others };
    const page = await get([mail("1", { headers })], "/mailbox/1").text();
    expect(page.includes('action="https://x.example/u?a&amp;b"')).toBe(isOffered);
    expect(page.includes("Unsubscribe</button>")).toBe(isOffered);
  });
});

test("escapes all email content", async () => {
  const evil = `"><script>alert('x')</script>&amp;`;
  const mails = [
    mail("1", {
      to: [`${evil} <a@example.com>`, `${evil}@example.com`],
      from: evil,
      subject: evil,
      text: evil,
      headers: { [evil]: evil },
      idempotencyKey: evil,
    }),
  ];
  for (const address of ["/mailbox", "/mailbox/1", "/mailbox/1?part=text", "/mailbox/1?part=headers"]) {
    const page = await get(mails, address).text();
    expect(page).not.toContain("<script>alert");
    expect(page).toContain("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;");
  }
  const filtered = await get(mails, `/mailbox?to=${encodeURIComponent(evil)}`).text();
  expect(filtered).not.toContain("<script>alert");
});

test.each([
  ["/mailbox/unknown", "GET", 404],
  ["/mailbox/1/other", "GET", 404],
  ["/mailbox/1/body/more", "GET", 404],
  ["/mailbox.json/1", "GET", 404],
  ["/mailbox", "POST", 405],
  ["/mailbox/", "GET", 200],
])("%s by %s responds %i", (address, method, status) => {
  expect(get([mail("1")], address, method).status).toBe(status);
});
