import { beforeEach, expect, test, vi } from "vitest";
import { replaceExpression } from "@/features/notifications/replace-expression";

let stored: string | null;
const call = vi.hoisted(() => vi.fn());
vi.mock("@/features/notifications/call", () => ({ call }));

beforeEach(() => {
  stored = null;
  call.mockReset();
  call.mockImplementation((name: string, { body }: { body?: { expression: string | null } }) => {
    if (name === "updateWatch") stored = body!.expression;
    return Promise.resolve({ watch: { expression: stored } });
  });
});

test("replaces an expression and restores it", async () => {
  expect(await replaceExpression("w", { before: null, after: "quillon -hiring" })).toBe(true);
  expect(stored).toBe("quillon -hiring");
  expect(await replaceExpression("w", { before: "quillon -hiring", after: null })).toBe(true);
  expect(stored).toBe(null);
});

test("keeps a change made in the meantime", async () => {
  stored = "quillon -jobs";
  expect(await replaceExpression("w", { before: null, after: "quillon -hiring" })).toBe(false);
  expect(stored).toBe("quillon -jobs");
});
