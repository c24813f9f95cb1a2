import { expect, test, vi } from "vitest";

// Imported by all schemas of the contract, which are about a third of a screen's JavaScript.
vi.mock("@/contract/zod", () => {
  throw new Error("the contract's shapes are loaded");
});

// The table of all operations. A screen needs few of them before it is used.
vi.mock("@/browser/operation-types", () => {
  throw new Error("the table of calls is loaded");
});

test("the only island of the landing page loads no schemas initially", async () => {
  const { ResumeSession } = await import("@/features/auth/resume-session");
  expect(ResumeSession).toBeTypeOf("function");
  await expect(import("@/browser/api")).rejects.toThrow();
});

test.each([
  ["the frame", () => import("@/features/frame/listening-box")],
  ["its count", () => import("@/features/notifications/unread-count")],
  ["its news", () => import("@/features/notifications/popup-listener")],
  ["the dashboard", () => import("@/features/dashboard/dashboard-screen")],
  ["its coverage", () => import("@/features/coverage/coverage-card")],
  ["the notifications", () => import("@/features/notifications/notifications-screen")],
])("%s shows server-rendered data without schemas", async (_, load) => {
  await expect(load()).resolves.toBeTypeOf("object");
});
