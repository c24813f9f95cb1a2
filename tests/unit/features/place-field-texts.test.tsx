import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { SiteView } from "@/contract/place-queries";
import { Sites, usePlaceFieldTexts } from "@/features/watches/sites";

const reddit: SiteView = { id: "reddit", name: "Reddit", placeWord: "subreddit", hasAll: true, isOn: true };
const feeds: SiteView = { id: "feeds", name: "Feeds", placeWord: "feed", hasAll: false, isOn: true };

const Label = () => <>{usePlaceFieldTexts().label}</>;
const getLabel = (sites: readonly SiteView[]) =>
  renderToStaticMarkup(
    <Sites value={sites}>
      <Label />
    </Sites>,
  );

test.each([
  ["Reddit is read", [reddit, feeds], "Subreddits"],
  ["Reddit is off", [{ ...reddit, isOn: false }, feeds], "Places"],
  ["the sites are not known", [], "Subreddits"],
])("the place field's label if %s", (_, sites, label) => {
  expect(getLabel(sites)).toBe(label);
});
