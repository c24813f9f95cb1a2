import { expect } from "@playwright/test";
import { verifySucceeded } from "@/contract/auth";
import { heading, hold, press, type View } from "./e2e-view";

/** What everybody can see, in its states. */
export const publicViews: View[] = [
  { name: "landing", path: "/", who: "nobody" },
  { name: "privacy", path: "/privacy", who: "nobody" },
  { name: "terms", path: "/terms", who: "nobody" },
  { name: "refund", path: "/refund", who: "nobody" },
  { name: "sign in", path: "/login", who: "nobody" },
  {
    name: "sign in, refused",
    path: "/login",
    who: "nobody",
    reach: async (page) => {
      await page.getByLabel("Email").fill("nobody@earshot.example");
      await page.getByLabel("Password", { exact: true }).fill("Listen-2025");
      await press(page, "Sign in");
      await expect(page.getByText("Invalid email or password")).toBeVisible();
    },
  },
  {
    name: "sign in, under way",
    path: "/login",
    who: "nobody",
    reach: async (page) => {
      await hold(page, "**/api/auth/login");
      await page.getByLabel("Email").fill("nobody@earshot.example");
      await page.getByLabel("Password", { exact: true }).fill("Listen-2025");
      await press(page, "Sign in");
      await expect(page.getByRole("button", { name: "Signing in..." })).toBeVisible();
    },
  },
  { name: "register", path: "/register", who: "nobody" },
  {
    name: "register, with errors",
    path: "/register",
    who: "nobody",
    reach: async (page) => {
      await press(page, "Create account");
      await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    },
  },
  { name: "forgot password", path: "/forgot-password", who: "nobody" },
  {
    name: "forgot password, answered",
    path: "/forgot-password",
    who: "nobody",
    reach: async (page) => {
      await page.getByLabel("Email").fill("nobody@earshot.example");
      await press(page, "Send a link");
      await expect(page.getByRole("status").getByText("a link to choose a new password")).toBeVisible();
    },
  },
  { name: "reset password", path: "/reset-password?token=nonsense", who: "nobody" },
  {
    name: "reset password, refused",
    path: "/reset-password?token=nonsense",
    who: "nobody",
    reach: async (page) => {
      await page.getByLabel("New password", { exact: true }).fill("Listen-2027");
      await page.getByLabel("Confirm password", { exact: true }).fill("Listen-2027");
      await press(page, "Save password");
      await expect(page.getByRole("alert").filter({ hasText: /\S/ }).first()).toBeVisible();
    },
  },
  { name: "reset password without a token", path: "/reset-password", who: "nobody" },
  { name: "verify, waiting", path: "/verify-email", who: "nobody" },
  {
    name: "verify, under way",
    path: "/login",
    who: "nobody",
    reach: async (page) => {
      await hold(page, "**/api/auth/verify-email/*");
      await page.goto("/verify-email?token=nonsense");
      await heading(page, "Verifying your email...");
    },
  },
  {
    name: "verify, refused",
    path: "/verify-email?token=nonsense",
    who: "nobody",
    reach: (page) => heading(page, "Verification Failed"),
  },
  {
    name: "verified",
    path: `/verify-success?email=a@earshot.example&message=${encodeURIComponent(verifySucceeded)}`,
    who: "nobody",
    // It leaves by itself after 3 seconds.
    reach: async (page) => {
      await page.clock.install();
      await page.reload();
    },
  },
  { name: "not verified", path: "/verify-success", who: "nobody" },
];
