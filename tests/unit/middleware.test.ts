import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { config } from "../../middleware";
import { config as proxyConfig } from "@/proxy";

const matcher = new RegExp(`^${config.matcher[0]}$`);

test("both matchers are equal", () => {
  expect(config.matcher).toHaveLength(1);
  expect(proxyConfig).toEqual({ matcher: config.matcher });
});

test.each(["/", "/login", "/dashboard", "/apix", "/favicon.icox", "/icon.svg/x", "/no/such"])(
  "matches the screen %s",
  (screen) => {
    expect(matcher.test(screen)).toBe(true);
  },
);

/** File names that Next.js serves as metadata routes from src/app. */
const metadata = /^(?:favicon|icon|apple-icon|manifest|robots|sitemap|opengraph-image|twitter-image)\b/;
const files = [
  ...readdirSync("public", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.posix.join("/", path.relative("public", entry.parentPath), entry.name)),
  ...readdirSync("src/app")
    .filter((name) => metadata.test(name) && !name.endsWith(".alt.txt"))
    .map((name) => `/${name.replace("robots.ts", "robots.txt").replace("sitemap.ts", "sitemap.xml")}`),
];

test.each(["/api", "/api/keywords", "/_next/static/x.js", "/favicon.ico", "/icon.svg", ...files])(
  "doesn't match %s",
  (file) => {
    expect(matcher.test(file)).toBe(false);
  },
);
