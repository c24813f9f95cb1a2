import { expect, test } from "vitest";
import { defaultFilters, defaultNotificationSettings, type WatchView } from "@/contract/watch";
import {
  changedFields,
  getFields,
  watchFields,
  type WatchFieldsInput,
} from "@/features/watches/watch-fields";

const stored = (tags: string[]) =>
  getFields({
    ...{ keyword: "tidewater", notes: "Rivals", tags, mutedUntil: null },
    ...{ filters: defaultFilters, notificationSettings: defaultNotificationSettings },
  } as unknown as WatchView);
const sent = (change: Partial<WatchFieldsInput>, tags: string[] = []) =>
  changedFields(stored(tags), watchFields.parse({ ...stored(tags), ...change }));

test.each<[string, Partial<WatchFieldsInput>, object]>([
  ["nothing", {}, {}],
  ["white space", { keyword: " tidewater " }, {}],
  ["the keyword", { keyword: "halyard" }, { keyword: "halyard" }],
  ["notes", { notes: "" }, { notes: "" }],
  [
    "a filter",
    { filters: { ...defaultFilters, matchTitlesOnly: true } },
    { filters: { matchTitlesOnly: true } },
  ],
  [
    "destinations",
    { notificationSettings: { ...defaultNotificationSettings, destinations: ["one"] } },
    { notificationSettings: { destinations: ["one"] } },
  ],
  ["the mute", { mute: "2027-01-01T00:00:00.000Z" }, { mutedUntil: "2027-01-01T00:00:00.000Z" }],
])("sends only changed fields: %s", (_, change, fields) => {
  expect(sent(change)).toEqual(fields);
});

test.each([
  ["unchanged", ["sales, EU", "brand"], "sales, EU, brand", {}],
  ["one more", ["sales, EU"], "sales, EU, brand", { tags: ["sales", "EU", "brand"] }],
  ["removed", ["sales, EU", "brand"], "brand", { tags: ["brand"] }],
])("saves tags with commas: %s", (_, tags, shown, fields) => {
  expect(sent({ tags: shown }, tags)).toEqual(fields);
});
