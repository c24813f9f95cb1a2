import { expect, test, vi } from "vitest";

// Every shape of the contract hangs on it: about a third of what a screen would load.
vi.mock("@/contract/zod", () => {
  throw new Error("the contract's shapes are loaded");
});

// The lines of every call, of which a screen needs few before it is used.
vi.mock("@/contract/calls", () => {
  throw new Error("the table of calls is loaded");
});

test("the landing screen's only island loads no shapes before it needs them", async () => {
  const { ResumeSession } = await import("@/features/auth/resume-session");
  expect(ResumeSession).toBeTypeOf("function");
  await expect(import("@/contract/browser")).rejects.toThrow();
});

test.each([
  ["the frame", () => import("@/features/frame/listening-box")],
  ["its count", () => import("@/features/notifications/unread-count")],
  ["its news", () => import("@/features/notifications/popup-listener")],
  ["the dashboard", () => import("@/features/dashboard/dashboard-screen")],
  ["its coverage", () => import("@/features/coverage/coverage-card")],
  ["the notifications", () => import("@/features/notifications/notifications-screen")],
])("%s shows what it was served without them", async (_, load) => {
  await expect(load()).resolves.toBeTypeOf("object");
});
