import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ScreenContext, type Screen } from "@/features/notifications/screen-context";
import SearchNotes, { operators } from "@/features/notifications/search-notes";
import { sites } from "@/sites/registry";

const listed = Object.values(sites).map(({ id, title }) => ({ id, name: title }));

const notesOf = (q: string) =>
  renderToStaticMarkup(
    <ScreenContext value={{ sites: listed } as unknown as Screen}>
      <SearchNotes q={q} onChange={() => undefined} />
    </ScreenContext>,
  );

test.each([
  ...operators.map(([example]) => example),
  "-jobs",
  "is:nsfw",
  "site:reddit",
  "tide OR in:freelance",
  "type:post (flair:hiring OR -in:freelance)",
])("shows no problem for a search for %s", (q) => {
  expect(notesOf(q)).not.toContain("search-problem");
});

test("shows the problem of a search and a fix without other problems", () => {
  expect(notesOf("tide OR")).toContain("OR needs a term on both sides");
  expect(notesOf("site:redit")).toContain("Unknown site “redit”");
  expect(notesOf("type:comment AND")).toContain("Search for type:comment<");
});
