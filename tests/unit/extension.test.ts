import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { toggles } from "@/contract/user";

/** Returns the files of the product, outside the given folder, whose text matches. */
function filesNaming(pattern: RegExp, own = ""): string[] {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).map((name) =>
    path.join("src", name),
  );
  return [...sources, "prisma/schema.prisma"]
    .filter((file) => !file.startsWith("src/generated/") && (own === "" || !file.startsWith(own)))
    .filter((file) => statSync(file).isFile() && pattern.test(readFileSync(file, "utf8")))
    .sort();
}

// The folder of a site is checked by tests/integration/toy-site.test.ts.
test("a channel needs entries in four files outside its folder", () => {
  /** Names Discord as an example, and as a vendor whose hosts can be changed. */
  const optional = ["src/env-values.ts", "src/features/settings/add-destination.tsx"];
  expect(filesNaming(/discord/i, "src/channels/discord/").filter((file) => !optional.includes(file))).toEqual(
    [
      "prisma/schema.prisma",
      "src/channels/registry.ts",
      "src/domain/delivery/channel-names.ts",
      "src/ui/channel-icon.tsx",
    ],
  );
});

test.each(toggles)("the setting %s is named in at most seven files", (name) => {
  const files = filesNaming(new RegExp(`\\b${name}\\b`));
  expect(files.length, files.join(", ")).toBeGreaterThan(0);
  expect(files.length, files.join(", ")).toBeLessThanOrEqual(7);
});
