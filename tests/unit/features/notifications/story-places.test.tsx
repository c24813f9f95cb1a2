import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { NotificationView } from "@/contract/notification";
import { elsewhereText } from "@/contract/place";
import { ScreenContext, type Screen } from "@/features/notifications/screen-context";
import { StoryPlaces } from "@/features/notifications/story-places";

const place = (label: string) => ({ label, name: label, url: `https://example.com/${label}` });
const other = (label: string, url = "https://example.com/a") => ({
  ...{ site: "reddit", place: place(label), title: "Tidewater <b>is</b> down", url },
  createdAt: "2026-11-21T14:03:00.000Z",
});

test.each([
  [["r/a"], "Also on r/a"],
  [["r/a", "Hacker News"], "Also on r/a and Hacker News"],
  [["r/a", "r/a", "r/b"], "Also on r/a and r/b"],
  [["r/a", "r/b", "r/c", "r/d", "r/e"], "Also on r/a, r/b, r/c and 2 more"],
])("summarizes %j in one line", (labels, expected) => {
  expect(elsewhereText(labels.map((label) => other(label)))).toBe(expected);
});

test.each([
  [["paper.example"], [], "Also on paper.example"],
  [["a.example", "b.example", "a.example"], [], "and 2 more outlets"],
  [["a.example", "b.example"], ["r/a"], "Also on r/a and 2 more outlets"],
])("counts the outlets %j of a story next to %j", (outlets, others, expected) => {
  const all = [
    ...others.map((label) => other(label)),
    ...outlets.map((label) => ({ ...other(label), site: "news" })),
  ];
  expect(elsewhereText(all)).toBe(expected);
});

test("lists each post with its place, time and a labeled link when expanded", () => {
  const now = new Date("2026-11-21T15:00:00.000Z");
  const html = renderToStaticMarkup(
    <ScreenContext value={{ now, timeZone: "UTC" } as Screen}>
      <StoryPlaces notification={{ elsewhere: [other("r/a")] } as NotificationView} />
    </ScreenContext>,
  );
  expect(html).toContain(`<time dateTime="2026-11-21T14:03:00.000Z" class="mr-auto">14:03</time>`);
  expect(html).toContain(`href="https://example.com/a"`);
  expect(html).toContain(`aria-label="Open on r/a: Tidewater &lt;b&gt;is&lt;/b&gt; down"`);
  expect(html).toContain(`rel="noopener noreferrer nofollow ugc"`);
});
