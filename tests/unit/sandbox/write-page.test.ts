import { beforeEach, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../sandbox/sandbox";

const address = "http://sandbox.test/reddit/write";
let sandbox: Sandbox;

beforeEach(() => {
  sandbox = createSandbox({ clock: "manual", stream: false, historyHours: 0 });
});

async function shown(query = ""): Promise<string> {
  return (await sandbox.handle(new Request(address + query))).text();
}

function submit(fields: Record<string, string>, query = ""): Promise<Response> {
  return sandbox.handle(new Request(address + query, { method: "POST", body: new URLSearchParams(fields) }));
}

/** The submitted item as Earshot would read it. */
function written(response: Response) {
  const fullname = new URL(response.headers.get("location") ?? "", address).searchParams.get("done") ?? "";
  return sandbox.world.find(fullname);
}

const post = { kind: "post", subreddit: "freelance", title: "A title", text: "", url: "" };

describe("writing a post", () => {
  it("adds it to the listing and shows the next step", async () => {
    const response = await submit({ ...post, text: "one\r\ntwo", over18: "on" });
    expect(response.status).toBe(303);
    const entry = written(response);
    expect(entry?.content).toMatchObject({ title: "A title", text: "one\ntwo", url: null, over18: true });
    expect(entry?.subreddit.name).toBe("freelance");
    const page = await shown(new URL(response.headers.get("location") ?? "", address).search);
    expect(page).toContain("within a few seconds");
    expect(page).toContain('href="/mailbox"');
    expect(page).toContain("A title");
  });

  it("creates an unknown subreddit and accepts a link", async () => {
    const response = await submit({ ...post, subreddit: "r/My_new_place", url: "https://example.com/a" });
    const entry = written(response);
    expect(entry?.subreddit.name).toBe("My_new_place");
    expect(entry?.content).toMatchObject({ shape: "link", url: "https://example.com/a" });
  });

  it("shows if Earshot can't read the subreddit", async () => {
    sandbox.world.setHealth("freelance", "private");
    const response = await submit(post);
    const page = await shown(new URL(response.headers.get("location") ?? "", address).search);
    expect(page).toContain("r/freelance is private");
  });

  const faults: [string, Record<string, string>, string][] = [
    ["no title", { title: " " }, "A post needs a title."],
    ["a title that is too long", { title: "a".repeat(301) }, "Must be at most 300 characters"],
    ["no subreddit", { subreddit: "" }, "Choose a subreddit"],
    ["an invalid name", { subreddit: "a b" }, "3 to 21 letters"],
    ["an unknown subreddit", { subreddit: "all" }, "r/all isn&#39;t a subreddit"],
    ["a link to a script", { url: "javascript:alert(1)" }, "A link must start with http"],
  ];
  it.each(faults)("rejects %s and keeps the input", async (_, typed, message) => {
    const response = await submit({ ...post, text: "what I wrote </textarea><b>", ...typed });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain(message);
    expect(page).toContain('aria-invalid="true"');
    expect(page).toContain("what I wrote &lt;/textarea&gt;&lt;b&gt;");
    expect([...sandbox.world.posted()]).toEqual([]);
  });
});

describe("writing a comment", () => {
  it("adds it to the selected post", async () => {
    const on = sandbox.world.post({ subreddit: "freelance", title: "Under this" });
    sandbox.world.post({ subreddit: "freelance", title: "Not under this" });
    const entry = written(await submit({ kind: "comment", on, body: "An answer" }));
    expect(entry).toMatchObject({
      kind: "comment",
      content: { text: "An answer", parent: { fullname: on } },
    });
  });

  it("rejects an empty comment and keeps the selection", async () => {
    const on = sandbox.world.post({ subreddit: "freelance", title: "Under this" });
    sandbox.world.post({ subreddit: "freelance", title: "Not under this" });
    const response = await submit({ kind: "comment", on, body: "" });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(`<option value="${on}" selected>`);
  });

  it("rejects a comment on an unknown post", async () => {
    const response = await submit({ kind: "comment", on: "t3_nothing", body: "An answer" });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("This post no longer exists.");
  });
});

describe("the list", () => {
  it("shows the latest fifteen posts, optionally of one subreddit", async () => {
    for (let i = 0; i < 20; i += 1)
      sandbox.world.post({ subreddit: "freelance", title: `Post number ${i}.` });
    sandbox.world.post({ subreddit: "webdev", title: "Another place." });
    expect((await shown()).match(/<strong>[^<]+\.<\/strong>/g)).toHaveLength(15);
    const one = await shown("?r=WEBDEV");
    expect(one).toContain("Newest in r/webdev");
    expect(one.match(/<strong>[^<]+\.<\/strong>/g)).toEqual(["<strong>Another place.</strong>"]);
  });

  it("offers to create an unknown subreddit", async () => {
    expect(await shown("?r=nowhere_yet")).toContain("r/nowhere_yet doesn't exist yet");
  });

  it("escapes HTML in user input", async () => {
    const title = `<script>alert("1")</script>`;
    sandbox.world.post({
      subreddit: "freelance",
      title,
      selftext: `<img src=x> [a](https://b.c"onclick=d)`,
      author: "<i>",
    });
    const page = (await shown("?r=%3Cscript%3E")) + (await shown());
    expect(page).not.toMatch(/<(script|img|i)\b/);
    expect(page).toContain("&lt;script&gt;");
  });

  it("omits deleted posts", async () => {
    sandbox.world.delete(sandbox.world.post({ subreddit: "freelance", title: "Taken down." }));
    expect(await shown()).not.toContain("Taken down.");
  });

  it("redirects from a subreddit's URL to its list", async () => {
    const response = await sandbox.handle(
      new Request("http://sandbox.test/reddit/r/freelance/comments/1/a/"),
    );
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/reddit/write?r=freelance");
  });
});
