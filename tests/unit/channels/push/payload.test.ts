import { expect, it } from "vitest";
import { pushPayload } from "@/channels/push/payload";

const news = {
  ...{ notificationId: "n1", keyword: "tidewater", place: "r/webdev" },
  ...{ title: "A tidewater tool", over18: false, total: 1 },
};
const shown = (changed: Partial<typeof news>) =>
  JSON.parse(pushPayload({ ...news, ...changed })) as { title: string; body: string; keyword: string };

it("shortens titles and keywords without splitting an emoji", () => {
  for (const text of ["🎈".repeat(300), `x${"🎈".repeat(300)}`, "👩‍👩‍👧‍👦".repeat(60)]) {
    const { title, body, keyword } = shown({ title: text, keyword: text });
    expect(body.length).toBeLessThanOrEqual(200);
    expect(keyword.length).toBeLessThanOrEqual(100);
    for (const line of [title, body, keyword]) expect(line).toMatch(/(?:🎈|👦)…$/u);
    expect(title + body + keyword).not.toContain("\ufffd");
  }
});

it("removes line breaks and text direction overrides", () => {
  const { title, body } = shown({
    title: "A \u202etool\nand 7 more\u2028\u2066x",
    place: "r/web\u200fdev",
    keyword: "tide\u202ewater\nx",
  });
  expect(title).toBe("New match for tide water x");
  expect(body).toBe("r/web dev: A tool and 7 more x");
});
