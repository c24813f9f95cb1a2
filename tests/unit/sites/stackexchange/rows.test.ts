import { describe, expect, test } from "vitest";
import { withAttribution } from "@/sites/stackexchange/attribution";
import { getItems } from "@/sites/stackexchange/items";
import { getPlan } from "@/sites/stackexchange/quota";
import { parseRows } from "@/sites/stackexchange/rows";

const question = {
  tags: ["widgets", "memory"],
  owner: { user_id: 1, display_name: "Ada &amp; Co", link: "https://stackoverflow.com/users/1/ada" },
  ...{ creation_date: 1_795_669_200, question_id: 79_900_001, content_license: "CC BY-SA 4.0" },
  link: "https://stackoverflow.com/questions/79900001/why-does-widget-leak",
  title: "Why does Widget leak &quot;memory&quot;?",
};

describe("rows", () => {
  test("decode titles and Markdown once", () => {
    const [row] = parseRows([{ ...question, body_markdown: "`a &lt; b` &amp;amp; *more*" }]);
    expect(row).toMatchObject({
      ...{ kind: "q", id: 79_900_001, title: 'Why does Widget leak "memory"?', author: "Ada & Co" },
      body: "`a < b` &amp; *more*",
    });
  });

  test("convert HTML if there is no Markdown", () => {
    const [row] = parseRows([
      { ...question, body: "<p>One <em>two</em></p><pre><code>x &lt; y</code></pre>" },
    ]);
    expect(row?.body).toContain("One *two*");
    expect(row?.body).toContain("x < y");
  });

  test.each([
    [{ owner: { user_type: "does_not_exist", display_name: "user123" } }, "user123"],
    [{ owner: undefined }, null],
    [{ owner: 7 }, null],
  ])("accept an owner without an account, or none: %j", (change, author) => {
    expect(parseRows([{ ...question, ...change }])[0]).toMatchObject({ author });
  });

  test("skip rows without an id or a time, and keep the others", () => {
    expect(parseRows([{}, { question_id: 1 }, question, null]).map((row) => row?.id ?? null)).toEqual([
      ...[null, null, 79_900_001, null],
    ]);
  });

  test("take a comment's title and question from its address", () => {
    const comment = { comment_id: 5, post_id: 6, creation_date: 1, body_markdown: "yes" };
    const link = "https://stackoverflow.com/questions/12/how-to-read-a-file#comment5_6";
    expect(parseRows([{ ...comment, link }])[0]).toMatchObject({ question: 12, title: "how to read a file" });
    expect(parseRows([comment])[0]).toMatchObject({ question: null, post: 6, title: "" });
  });

  test("never link outside the network", () => {
    const [row] = parseRows([{ ...question, link: "https://stackoverflow.com.example/q/1" }]);
    expect(getItems(row!, [], { site: "stackoverflow", places: ["stackoverflow"] })[0]!.url).toBe(
      "https://stackoverflow.com/q/79900001",
    );
  });
});

test("the text names its author, with a link, and its license", () => {
  const [row] = parseRows([{ ...question, body_markdown: "Text" }]);
  const [item] = getItems(row!, [], { site: "stackoverflow", places: ["stackoverflow"] });
  expect(withAttribution({ ...item!, body: "Text" })).toBe(
    "Text\n\n[Ada & Co](https://stackoverflow.com/users/1/ada) on Stack Exchange, [CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/)",
  );
  expect(withAttribution({ body: "Text", html: null })).toContain(
    "Its author on Stack Exchange, [CC BY-SA 4.0]",
  );
  // Attributions are not part of the text that is matched.
  expect(item!.body).not.toContain("Stack Exchange");
});

test.each([1, 2, 5, 20])("%i sources stay within both quotas", (sources) => {
  for (const quota of [300, 10_000]) {
    const { everyMs } = getPlan(quota, sources);
    const perDay = Object.values(everyMs).reduce((sum, ms) => sum + (24 * 3_600_000) / ms, 0);
    expect(sources * perDay).toBeLessThan(quota * 0.85);
  }
});
