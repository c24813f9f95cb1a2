import { expect, test } from "vitest";
import { delayText, gapsText } from "@/domain/coverage-texts";

test.each([
  [0, "0 s"],
  [89, "89 s"],
  [90, "2 min"],
  [3_600, "60 min"],
  [5_399, "2 h"],
  [86_400, "24 h"],
])("a delay of %i seconds is %s", (seconds, text) => expect(delayText(seconds)).toBe(text));

const open = { filledAt: null };
const filled = { filledAt: "2026-11-21T12:00:00.000Z" };
test.each([
  [[], "no gaps"],
  [[open], "1 gap"],
  [[open, filled], "2 gaps, 1 filled since"],
  [[filled], "1 gap, filled since"],
])("gaps %j are told as %s", (gaps, text) => expect(gapsText(gaps)).toBe(text));
