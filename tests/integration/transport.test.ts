import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { call } from "../support/request";

// Settings are read at their first use, in the imports below.
process.env.APP_URL = "https://earshot.example";

const policy = "max-age=31536000; includeSubDomains";

test("sends HSTS with API responses, errors, pages and redirects behind HTTPS", async () => {
  const keywords = await import("@/app/api/keywords/route");
  const live = await import("@/app/api/health/live/route");
  const { middleware } = await import("../../middleware");
  const screen = (path: string) => middleware(new NextRequest(`https://earshot.example${path}`));
  const responses = [
    await call(live.GET, "GET", "/api/health/live"),
    await call(keywords.GET, "GET", "/api/keywords"),
    await call(keywords.DELETE, "DELETE", "/api/keywords"),
    await screen("/login"),
    await screen("/dashboard"),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 401, 405, 200, 307]);
  for (const { headers } of responses) expect(headers.get("strict-transport-security")).toBe(policy);
});
