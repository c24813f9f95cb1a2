import { expect } from "@playwright/test";
import { verifySucceeded } from "@/contract/auth";
import { heading, hold, press, type View } from "./e2e-view";

const verified = `/verify-success?email=a@earshot.example&message=${encodeURIComponent(verifySucceeded)}`;

/** The public screens in all their states. */
export const publicViews: View[] = [
  {
    name: "landing",
    path: "/",
    who: "nobody",
    texts: [
      "Sign In",
      "Get Started",
      "Start Monitoring Free",
      "Learn More",
      "Add Keywords",
      "Choose Subreddits",
      "Get Notified",
      "Take Action",
      "Coming soon",
      "Save 17%",
      "Sign Up",
      "Contact",
    ],
  },
  { name: "privacy", path: "/privacy", who: "nobody" },
  { name: "terms", path: "/terms", who: "nobody" },
  {
    name: "offline",
    path: "/offline",
    who: "nobody",
    texts: ["You're online", "You're connected to Earshot.", "Go to Earshot"],
  },
  {
    name: "offline, without a connection",
    path: "/offline",
    who: "nobody",
    texts: ["You're out of earshot", "You're offline."],
    reach: async (page) => {
      await page.context().setOffline(true);
      await heading(page, "You're out of earshot");
    },
  },
  { name: "goodbye", path: "/goodbye", who: "nobody", texts: ["Your account has been deleted"] },
  {
    name: "shared, signed out",
    path: "/share?check=https%3A%2F%2Fnews.example%2Fa",
    who: "nobody",
    texts: ["Sign in to check a post", "https://news.example/a", "Create account"],
  },
  { name: "shared, signed out, without an address", path: "/share?text=nothing", who: "nobody" },
  { name: "refund", path: "/refund", who: "nobody" },
  { name: "developers", path: "/developers", who: "nobody" },
  { name: "developers, watches", path: "/developers/watches", who: "nobody" },
  {
    name: "developers, nothing found",
    path: "/developers",
    who: "nobody",
    reach: async (page) => {
      await page.getByLabel("Search endpoints").fill("no such call");
      await expect(page.getByRole("status").getByText("No matching endpoints.")).toBeVisible();
    },
  },
  {
    name: "sign in",
    path: "/login",
    who: "nobody",
    texts: ["Email", "Password", "Sign in", "Create account", "Verify email", "Forgot password"],
  },
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
    texts: ["Signing in..."],
    reach: async (page) => {
      await hold(page, "**/api/auth/login");
      await page.getByLabel("Email").fill("nobody@earshot.example");
      await page.getByLabel("Password", { exact: true }).fill("Listen-2025");
      await press(page, "Sign in");
      await expect(page.getByRole("button", { name: "Signing in..." })).toBeVisible();
    },
  },
  {
    name: "register",
    path: "/register",
    who: "nobody",
    texts: ["First name", "Last name", "Email", "Password", "Confirm password", "Create account", "Sign in"],
  },
  {
    name: "register, with errors",
    path: "/register",
    who: "nobody",
    texts: [
      "First name is required",
      "Last name is required",
      "Email is required",
      "Password is required",
      "Please confirm your password",
    ],
    reach: async (page) => {
      await press(page, "Create account");
      await expect(page.locator("[aria-invalid=true]")).toHaveCount(5);
    },
  },
  {
    name: "register, under way",
    path: "/register",
    who: "nobody",
    texts: ["Creating account..."],
    reach: async (page) => {
      await hold(page, "**/api/auth/register");
      await page.getByLabel("First name").fill("Maya");
      await page.getByLabel("Last name").fill("Okafor");
      await page.getByLabel("Email").fill("maya@tidewater.example");
      await page.getByLabel("Password", { exact: true }).fill("Listen-2026");
      await page.getByLabel("Confirm password", { exact: true }).fill("Listen-2026");
      await press(page, "Create account");
      await expect(page.getByRole("button", { name: "Creating account..." })).toBeVisible();
    },
  },
  { name: "forgot password", path: "/forgot-password", who: "nobody" },
  {
    name: "forgot password, answered",
    path: "/forgot-password",
    who: "nobody",
    reach: async (page) => {
      await page.getByLabel("Email").fill("nobody@earshot.example");
      await press(page, "Send link");
      await expect(page.getByRole("status").getByText("a link to reset its password")).toBeVisible();
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
  { name: "verify, waiting", path: "/verify-email", who: "nobody", texts: ["Resend Verification Email"] },
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
    path: "/verify-email?token=nonsense&email=maya@tidewater.example",
    who: "nobody",
    texts: ["Verification Failed", "Try Again", "Back to Login", "Resend Verification Email"],
    reach: (page) => heading(page, "Verification Failed"),
  },
  {
    name: "verified",
    path: verified,
    who: "nobody",
    texts: ["Email Verified!", "Go to Login Now"],
    // The page redirects after 3 seconds, possibly before this line. An empty response keeps it open.
    reach: async (page) => {
      await page.route("**/login", (route) => route.fulfill({ status: 204 }));
      await page.goto(verified);
    },
  },
  {
    name: "not verified",
    path: "/verify-success",
    who: "nobody",
    texts: ["Verification Failed: Invalid verification link or verification failed", "Go to Login"],
  },
];
