import { expect, test } from "vitest";
import { delayText, soonText } from "@/domain/time/delay-text";

test.each([
  [0, "0 s"],
  [89, "89 s"],
  [90, "2 min"],
  [3_600, "60 min"],
  [5_399, "2 h"],
  [86_400, "24 h"],
])("formats a delay of %i seconds as %s", (seconds, text) => expect(delayText(seconds)).toBe(text));

test.each([
  [0, "under 1 s"],
  [0.9, "under 1 s"],
  [1.04, "1 s"],
  [8.6, "9 s"],
  [130.2, "2 min"],
])("rounds a delay of %d seconds to %s", (seconds, text) => expect(soonText(seconds)).toBe(text));
