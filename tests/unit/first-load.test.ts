import { expect, test, vi } from "vitest";

// Every shape of the contract hangs on it: about a third of what a screen would load.
vi.mock("@/contract/zod", () => {
  throw new Error("the contract's shapes are loaded");
});

test("the landing screen's only island loads no shapes before it needs them", async () => {
  const { ResumeSession } = await import("@/features/auth/resume-session");
  expect(ResumeSession).toBeTypeOf("function");
  await expect(import("@/contract/browser")).rejects.toThrow();
});
