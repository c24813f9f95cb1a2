import { describe, expect, test } from "vitest";
import type { Item } from "@/domain/reading/item";
import { atOnce } from "@/domain/matching/compiled";
import { getLayer } from "@/domain/matching/layer";
import { joinBlobs, splitBlobs } from "@/domain/matching/site-blobs";
import { SiteMatcher, type ChangedWatch } from "@/domain/matching/site-matcher";

function watch(watchId: string, places: string[], more: Partial<ChangedWatch> = {}): ChangedWatch {
  return {
    ...{ watchId, revision: 1, activeSince: new Date(0), keyword: "tidewater", expression: null, places },
    ...{ includePosts: true, includeComments: true, matchTitlesOnly: false },
    ...{ caseSensitive: false, wholeWordOnly: false, isActive: true },
    ...more,
  };
}
const item = (site: string, place: string): Item => ({
  ...{ fullname: "x", kind: "post", site, place, title: "tidewater", body: "", html: null },
  ...{ author: null, url: "", createdAt: new Date(1), over18: false },
});

describe("watches of several sites", () => {
  const matcher = new SiteMatcher(["one", "two"], new Map([["one", getLayer([])]]));
  const matched = (site: string, place: string) =>
    matcher
      .match(item(site, place))
      .map(({ watchId }) => watchId)
      .sort();

  test('only match items of their site, including "all" of a site', () => {
    matcher.update([
      watch("one-all", ["one:all"]),
      watch("two-all", ["two:all"]),
      watch("both", ["one:here", "two:here"]),
    ]);
    expect(matched("one", "here")).toEqual(["both", "one-all"]);
    expect(matched("two", "here")).toEqual(["both", "two-all"]);
    expect(matched("one", "there")).toEqual(["one-all"]);
    expect(matched("three", "here")).toEqual([]);
    expect(matcher.size).toBe(4);
  });

  test("stop matching on sites they leave, and count as changed only once", () => {
    const moved = watch("both", ["two:here"], { revision: 2 });
    const ended = watch("one-all", ["one:all"], { isActive: false });
    expect(matcher.changedAmong([moved, ended, watch("two-all", ["two:all"])])).toEqual([moved, ended]);
    matcher.update([moved, ended]);
    expect([matched("one", "here"), matched("two", "here")]).toEqual([[], ["both", "two-all"]]);
    expect(matcher.changedAmong([moved, ended])).toEqual([]);
  });
});

describe("joined blobs of several sites", () => {
  const blobs = new Map([
    ["reddit", new Uint8Array([1, 2, 3]).buffer],
    ["hackernews", new Uint8Array(0).buffer],
    ["third", new Uint8Array([9]).buffer],
  ]);

  test("can be split again", () => {
    expect(splitBlobs(atOnce(joinBlobs(blobs)))).toEqual(blobs);
  });

  test.each([
    ["nothing", new ArrayBuffer(0)],
    ["of another version", new Uint8Array([0x53, 0x52, 0x41, 0x45, 2, 0, 0, 0]).buffer],
    ["not a list", new Uint8Array([0, 0, 0, 2, 123, 125]).buffer],
    ["truncated", atOnce(joinBlobs(blobs)).slice(0, -1)],
  ])("are rejected if the input is %s", (_name, joined) => {
    expect(splitBlobs(joined)).toBeNull();
  });
});
