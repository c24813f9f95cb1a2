import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { readRateLimit } from "@/browser/read-rate-limit";

const retained = new Map<string, string>();
const typed = new Map<string, string>();
const assign = vi.fn();

const storage = (of: Map<string, string>) => ({
  getItem: (name: string) => of.get(name) ?? null,
  setItem: (name: string, value: string) => void of.set(name, value),
  removeItem: (name: string) => void of.delete(name),
});

function stage(pathname: string, response: (path: string) => Response) {
  vi.stubGlobal("localStorage", storage(retained));
  vi.stubGlobal("sessionStorage", storage(typed));
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("location", { pathname, assign });
  vi.stubGlobal("fetch", async (address: string) => response(address));
}

beforeEach(() => {
  retained.clear();
  typed.clear();
  typed.set("watchDraft", "{}");
  assign.mockReset();
  for (const name of ["token", "refreshToken", "user", "theme"]) retained.set(name, `"${name}"`);
});
afterEach(() => void vi.unstubAllGlobals());

const over = () => Response.json({ code: "UNAUTHORIZED", message: "Please sign in" }, { status: 401 });

test.each([
  ["/dashboard", "/login"],
  ["/keywords", "/login"],
  ["/notifications", "/login"],
  ["/settings", "/login"],
  ["/subscription", "/login"],
  ["/subscription/success", "/login"],
  ["/", "/"],
  ["/privacy", "/"],
  ["/verify-email", "/"],
])("clears an expired session and redirects from %s to %s", async (pathname, target) => {
  stage(pathname, over);
  await expect(api.read("getProfile")).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect([[...retained.keys()], typed.size]).toEqual([["theme"], 0]);
  expect(assign.mock.calls).toEqual([[target]]);
});

test("doesn't redirect or clear the session after a wrong password", async () => {
  stage("/login", () => Response.json({ code: "INVALID_CREDENTIALS", message: "no" }, { status: 401 }));
  const body = { email: "maya@earshot.example", password: "Listen-2027" };
  await expect(api.call("login", { body })).rejects.toMatchObject({ status: 401 });
  expect([retained.size, typed.size, assign.mock.calls.length]).toEqual([4, 1, 0]);
});

test("stores the details of a 429, with a default wait of 30 s", async () => {
  stage("/keywords", () => Response.json({ code: "KEYWORD_RATE_LIMIT_EXCEEDED" }, { status: 429 }));
  expect(isRateLimited(await api.call("createWatch", { body: { keyword: "tidewater" } }))).toBe(true);
  expect(readRateLimit()).toMatchObject({
    code: "KEYWORD_RATE_LIMIT_EXCEEDED",
    message: "Too many requests",
    retryAfter: 30,
  });
  expect([retained.has("token"), assign.mock.calls.length]).toEqual([true, 0]);
});
