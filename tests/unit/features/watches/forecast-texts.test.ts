import { expect, test } from "vitest";
import {
  noForecastText,
  noisyConfirmation,
  perDayText,
  shareText,
  spanText,
} from "@/features/watches/forecast-texts";

test.each([
  [48, "In the last two days"],
  [47, "In the last two days"],
  [12, "In the last 12 hours"],
  [1, "In the last hour"],
])("formats %i hours as %s", (hours, text) => {
  expect(spanText(hours)).toBe(text);
});

test.each([
  [14, 48, ", about 7 a day"],
  [18_420, 48, ", about 9,200 a day"],
  [1, 48, ", less than one a day"],
  [30, 12, ""],
  [0, 48, ""],
])("formats %i matches in %i hours as%s", (matched, hours, text) => {
  expect(perDayText(matched, hours)).toBe(text);
});

test.each([
  [0.062, "6.2%"],
  [0.05, "5%"],
  [0.5, "50%"],
  [0.999, "100%"],
  [1, "100%"],
])("formats a share of %d as %s", (share, text) => {
  expect(shareText(share)).toBe(text);
});

test("the confirmation includes the daily number and the share if known", () => {
  expect(noisyConfirmation({ matched: 18_420, hours: 48, share: 0.062 })).toBe(
    "About 9,200 matches a day, 6.2% of everything posted there. Save anyway?",
  );
  expect(noisyConfirmation({ matched: 30, hours: 5, share: 0.6 })).toBe(
    "30 matches in the last 5 hours, 60% of everything posted there. Save anyway?",
  );
});

const complete = {
  keyword: "tidewater",
  filters: { includePosts: true, includeComments: true },
  hasPlaces: true,
};
test.each([
  ["complete", {}, undefined],
  ["empty", { keyword: " " }, "Enter a keyword to preview its matches."],
  [
    "too long",
    { keyword: "x".repeat(101) },
    "Shorten it to 100 characters or fewer to see what it would have found.",
  ],
  ["nowhere", { hasPlaces: false }, "Choose where to look to preview its matches."],
  [
    "nothing",
    { filters: { includePosts: false, includeComments: false } },
    "Select posts or comments to preview its matches.",
  ],
])("why there is no forecast: %s", (_, change, text) => {
  expect(noForecastText({ ...complete, ...change })?.text).toBe(text);
});
