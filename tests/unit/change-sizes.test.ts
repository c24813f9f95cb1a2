import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/* Counts the files that a typical addition touches. The examples needed nothing special. */

const sources = [
  "prisma/schema.prisma",
  ...readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((name) => path.join("src", name))
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("src/generated/") && statSync(file).isFile()),
];

/** Returns the files outside the folder `own` that use the name as a value, key, member or import. */
function filesNaming(name: string, own: string): string[] {
  expect(existsSync(own), own).toBe(true);
  const named = new RegExp(`["/]${name}["/]|["']${name}["']|^ +${name}$|[ .]${name}\\b *[:,})]`, "im");
  return sources.filter((file) => !file.startsWith(own) && named.test(readFileSync(file, "utf8"))).sort();
}

test.each(["lobsters", "lemmy", "hackernews"])("%s is in up to 3 files outside its folder", (site) => {
  const files = filesNaming(site, `src/sites/${site}/`);
  expect(files.length, files.join(", ")).toBeLessThanOrEqual(3);
  expect(files).toContain("src/sites/registry.ts");
});

test("a channel is in 4 files outside its folder", () => {
  // The landing page shows a choice of channels.
  const files = filesNaming("discord", "src/channels/discord/").filter((file) => !file.includes("/landing/"));
  expect(files).toEqual([
    "prisma/schema.prisma",
    "src/channels/registry.ts",
    "src/domain/delivery/channel-names.ts",
    "src/ui/channel-icon.tsx",
  ]);
});

test.each(["groupStories", "limitBursts"])("%s is in up to 6 files, and a migration", (toggle) => {
  const files = filesNaming(toggle, "prisma/migrations/");
  expect(files.length, files.join(", ")).toBeLessThanOrEqual(6);
  expect(files).toContain("src/contract/user.ts");
});
