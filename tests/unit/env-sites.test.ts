import { afterEach, describe, expect, test, vi } from "vitest";
import { parseEnv } from "@/env";
import { sitesOn } from "@/sites/registry";
import { testSettings } from "../support/settings";

const required = { ...testSettings, DATABASE_URL: "postgresql://127.0.0.1/earshot" };
const withoutReddit = { ...required, REDDIT_CLIENT_ID: "", REDDIT_CLIENT_SECRET: "", REDDIT_USER_AGENT: "" };

describe("site settings", () => {
  test.each([
    ["are not required if none is set", withoutReddit, null],
    [
      "are required if SITES names Reddit",
      { ...withoutReddit, SITES: "reddit" },
      /REDDIT_CLIENT_ID: is not set\n {2}REDDIT_CLIENT_SECRET: is not set\n {2}REDDIT_USER_AGENT: is not set/,
    ],
    [
      "are all required if the first is set",
      { ...required, REDDIT_USER_AGENT: "" },
      /settings:\n {2}REDDIT_USER_AGENT: is not set\n/,
    ],
    [
      "are reported together with all other errors",
      { ...withoutReddit, SITES: "reddit", PORT: "x" },
      /PORT: must be/,
    ],
    [
      "are not checked if SITES isn't a list",
      { ...required, SITES: "reddit;other" },
      /SITES: must be a comma-separated list of sites/,
    ],
  ] as const)("%s", (_name, settings, fault) => {
    if (fault === null) expect(parseEnv(settings).REDDIT_CLIENT_ID).toBeUndefined();
    else expect(() => parseEnv(settings)).toThrow(fault);
  });
});

describe("enabled sites", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  function on(settings: Record<string, string>): string[] {
    for (const [name, value] of Object.entries({ ...required, ...settings })) vi.stubEnv(name, value);
    vi.stubGlobal("earshotEnv", undefined);
    return sitesOn().map((site) => site.id);
  }

  test("are all configured ones by default", () => {
    expect(on({ SITES: "" })).toContain("reddit");
    expect(on({ ...withoutReddit, SITES: "" })).not.toContain("reddit");
  });

  test("are those in SITES, in any case and with spaces", () => {
    expect(on({ SITES: " Reddit " })).toEqual(["reddit"]);
  });

  test("unknown names are reported with the valid values", () => {
    expect(() => on({ SITES: "reddit,constructor,slashdot" })).toThrow(
      /^Can't start: unknown sites "constructor", "slashdot" in SITES. Valid values: reddit/,
    );
  });
});
