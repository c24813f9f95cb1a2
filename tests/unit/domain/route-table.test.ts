import { expect, test } from "vitest";
import { getRedirect } from "@/domain/route-table";

// Path, redirect if signed out, redirect if signed in (null: no redirect). Section 2 of the specification.
test.each<[string, string | null, string | null]>([
  ["/", null, "/dashboard"],
  ["/login", null, "/dashboard"],
  ["/register", null, "/dashboard"],
  ["/verify-email", null, null],
  ["/verify-success", null, null],
  ["/privacy", null, null],
  ["/terms", null, null],
  ["/refund", null, null],
  ["/goodbye", null, null],
  ["/offline", null, null],
  ["/offline/more", "/", "/dashboard"],
  ["/coverage", "/login", null],
  ["/coverage/more", "/", "/dashboard"],
  ["/share", null, null],
  ["/developers", null, null],
  ["/developers/watches", null, null],
  ["/developers/watches/more", "/", "/dashboard"],
  ["/developersx", "/", "/dashboard"],
  ["/forgot-password", null, null],
  ["/reset-password", null, null],
  ["/dashboard", "/login", null],
  ["/keywords", "/login", null],
  ["/keywords/019aab6a-5b33-7e04-8f35-7b6a0c2d9f01", "/login", null],
  ["/keywords/no-such-watch", "/login", null],
  ["/keywords/one/more", "/", "/dashboard"],
  ["/keywordsx", "/", "/dashboard"],
  ["/notifications", "/login", null],
  ["/settings", "/login", null],
  ["/subscription", "/login", null],
  ["/subscription/success", "/login", null],
  ["/subscription/cancel", "/login", null],
  ["/subscription/other", "/", "/dashboard"],
  ["/dashboard/more", "/", "/dashboard"],
  ["/Dashboard", "/", "/dashboard"],
  ["/loginx", "/", "/dashboard"],
  ["/apix", "/", "/dashboard"],
  ["/no/such/screen", "/", "/dashboard"],
])("%s", (path, signedOut, signedIn) => {
  expect(getRedirect(path, false)).toBe(signedOut);
  expect(getRedirect(path, true)).toBe(signedIn);
});

test.each(["https://news.example/a?b=1&c=2#d", "", "//elsewhere.example"])(
  "redirects a signed-out user with a shared link (%s) to the share page",
  (link) => {
    expect(getRedirect("/keywords", false, link)).toBe(`/share?check=${encodeURIComponent(link)}`);
    expect(getRedirect("/keywords", true, link)).toBeNull();
    expect(getRedirect("/notifications", false, link)).toBe("/login");
  },
);
