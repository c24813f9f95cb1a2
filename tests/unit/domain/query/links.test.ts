import { describe, expect, test } from "vitest";
import { getLinks } from "@/domain/query/links";
import { countSteps } from "../../../support/count-steps";

const addressesIn = (body: string) => getLinks({ body }).map(({ address }) => address);

describe("a text of URLs without spaces", () => {
  const parts = ["www.東", "http://a|", "www.|", "www.a|.", "www.a)", "http://a.test/(", "https://www."];

  test.each(parts)("costs a limited number of steps per character: %s", async (part) => {
    const body = part.repeat(20_000 / part.length);
    // Up to 34. Repeating the next 2,050 characters for each URL costs about 1,000.
    expect(await countSteps(() => getLinks({ body }), "/src/domain/")).toBeLessThan(100 * body.length);
  });

  test.each(parts)("still has its last link: %s", (part) => {
    const body = `${part.repeat(20_000 / part.length)} https://example.com/last|end`;
    const { address, span } = getLinks({ body }).at(-1)!;
    expect([address, body.slice(span!.start, span!.end)]).toEqual([
      "example.com/last",
      "https://example.com/last",
    ]);
  });

  test("has each of them", () => {
    const hosts = Array.from({ length: 2_000 }, (_, at) => `a${at}.test`);
    expect(addressesIn(hosts.map((host) => `https://www.${host}`).join("|"))).toEqual(
      expect.arrayContaining(hosts),
    );
  });
});

test("a table of links in one line keeps their ambiguous ends", () => {
  const row = "|https://a.test/x|y|https://b.test/z";
  expect(addressesIn(row)).toEqual(["a.test/x|y|https://b.test/z", "a.test/x", "b.test/z"]);
});
