import { afterEach, expect, test, vi } from "vitest";
import type { ImportAnswer } from "@/contract/watch-import";
import { TaskError, type TaskFailure } from "@/server/threads/task-error";
import { threads } from "@/server/threads/threads";
import { signedIn } from "../support/signed-in";
import * as watchImport from "@/app/api/keywords/import/route";

afterEach(() => vi.restoreAllMocks());

const failWith = (failure: TaskFailure) =>
  vi.spyOn(threads(), "run").mockRejectedValue(new TaskError(failure, "no"));

test.each([
  ["late", 400, "VALIDATION_ERROR", "This file takes too long to read. Split it into smaller files."],
  ["memory", 400, "VALIDATION_ERROR", "This file takes too long to read. Split it into smaller files."],
  ["full", 503, "UPSTREAM_UNAVAILABLE", "The service is busy. Please try again in a few seconds."],
  [
    "too-many",
    429,
    "KEYWORD_RATE_LIMIT_EXCEEDED",
    "You already have many requests running. Wait for them to finish, then try again.",
  ],
] as const)("an import that fails as %s answers %i", async (failure, status, code, message) => {
  const person = await signedIn("pro");
  failWith(failure);
  const answer = await person.ask<ImportAnswer>(watchImport, "POST", "/keywords/import", {
    body: { text: "acme" },
  });
  expect([answer.status, answer.body]).toMatchObject([status, { code, message }]);
  expect(answer.headers.get("retry-after")).toBe(status === 429 ? "5" : null);
});
