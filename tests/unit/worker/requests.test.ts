import { expect, test, vi } from "vitest";
import { origin, startWorker } from "../../support/push-worker";

const navigation = (path: string) => ({ mode: "navigate", method: "GET", url: origin + path });

test("a link to the API is requested only once, by navigation preload", async () => {
  const fetch = vi.fn(async () => new Response());
  const preloaded = new Response("id,title");
  const { request } = startWorker({ fetch });
  expect(await request(navigation("/api/notifications/export/1"), Promise.resolve(preloaded))).toBe(
    preloaded,
  );
  expect(fetch).not.toHaveBeenCalled();
});

test("without navigation preload, the worker requests links itself", async () => {
  const fetched = new Response("id,title");
  const { request } = startWorker({ fetch: async () => fetched });
  expect(await request(navigation("/api/notifications/export/1"))).toBe(fetched);
  expect(await request(navigation("/dashboard"))).toBe(fetched);
});

test.each([
  ["requests of scripts", { ...navigation("/api/notifications"), mode: "cors" }],
  ["submitted forms", { ...navigation("/api/auth/logout"), method: "POST" }],
])("leaves %s to the browser", (_, request) => {
  expect(startWorker().request(request)).toBeUndefined();
});

test.each([
  ["a rejected preload", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["Firefox's failed preload", () => Promise.resolve(Response.error())],
])("shows the offline page after %s", async (_, preload) => {
  const response = await startWorker().request(navigation("/dashboard"), preload());
  expect(response?.status).toBe(503);
  expect(await response?.text()).toContain("You're out of <mark>earshot</mark>");
});
