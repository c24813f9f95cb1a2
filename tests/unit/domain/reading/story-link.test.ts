import fc from "../../../support/seeded";
import { describe, expect, test } from "vitest";
import { storyOfLink } from "@/domain/reading/story-link";

const story = "example.com/posts/Tide";

test.each<[name: string, address: string]>([
  ["http", "http://example.com/posts/Tide"],
  ["https", "https://example.com/posts/Tide"],
  ["www.", "https://www.example.com/posts/Tide"],
  ["capitals in scheme and host", "HTTPS://WWW.Example.COM/posts/Tide"],
  ["the dot of the root", "https://example.com./posts/Tide"],
  ["a slash at the end", "https://example.com/posts/Tide/"],
  ["slashes at the end", "https://example.com/posts/Tide///"],
  ["a fragment", "https://example.com/posts/Tide#comments"],
  ["a fragment of text", "https://example.com/posts/Tide#:~:text=tide"],
  ["the scheme's own port", "https://example.com:443/posts/Tide"],
  ["http's own port", "http://example.com:80/posts/Tide"],
  ["campaigns", "https://example.com/posts/Tide?utm_source=hn&utm_medium=social&UTM_Campaign=x"],
  ["click ids", "https://example.com/posts/Tide?fbclid=1&gclid=2&msclkid=3&igshid=4&mc_eid=5&_hsenc=6&_ga=7"],
  ["an empty query", "https://example.com/posts/Tide?"],
  ["credentials", "https://somebody:secret@example.com/posts/Tide"],
  ["dots in the path", "https://example.com/drafts/../posts/./Tide"],
  ["escapes that need none", "https://example.com/%70osts/T%69de"],
  ["space around", "  https://example.com/posts/Tide\n"],
])("%s identifies the same story", (_name, address) => {
  expect(storyOfLink(address)).toBe(story);
});

test.each<[name: string, address: string, expected: string]>([
  ["a path in another case", "https://example.com/posts/tide", "example.com/posts/tide"],
  ["a different port", "https://example.com:8443/posts/Tide", "example.com:8443/posts/Tide"],
  ["the port of the other scheme", "http://example.com:443/posts/Tide", "example.com:443/posts/Tide"],
  ["another subdomain", "https://m.example.com/posts/Tide", "m.example.com/posts/Tide"],
  ["the host www.com", "https://www.com/posts/Tide", "www.com/posts/Tide"],
  ["a query", "https://example.com/posts/Tide?id=7", "example.com/posts/Tide?id=7"],
  ["the order of parameters", "https://example.com/p?b=2&a=1&utm_source=x", "example.com/p?a=1&b=2"],
  ["the order of values of one parameter", "https://example.com/p?a=2&b=0&a=1", "example.com/p?a=2&a=1&b=0"],
  ["only a query", "https://example.com/?id=7", "example.com?id=7"],
  ["a name without a value", "https://example.com/p?print", "example.com/p?print="],
  ["a name that starts like a tracker's", "https://example.com/p?utmost=1", "example.com/p?utmost=1"],
  ["an international name", "https://www.Bücher.example/Läden", "xn--bcher-kva.example/L%C3%A4den"],
  ["the same in punycode", "http://xn--bcher-kva.example/L%c3%a4den", "xn--bcher-kva.example/L%C3%A4den"],
  ["an escaped slash", "https://example.com/a%2fb", "example.com/a%2Fb"],
  ["an IPv4 address", "http://192.0.2.7/a", "192.0.2.7/a"],
  ["an IPv6 address", "http://[2001:DB8::1]:8080/a", "[2001:db8::1]:8080/a"],
])("%s identifies a different story", (_name, address, expected) => {
  expect(storyOfLink(address)).toBe(expected);
});

test.each<[name: string, address: string]>([
  ["a bare host", "https://example.com"],
  ["with a slash", "https://www.example.com/"],
  ["with slashes", "https://example.com///"],
  ["with a fragment", "https://example.com/#/posts/7"],
  ["with only trackers", "https://example.com/?utm_source=hn&fbclid=1"],
  ["nothing", ""],
  ["words", "tidewater is down"],
  ["no host", "https://"],
  ["another scheme", "ftp://example.com/posts/Tide"],
  ["a script", "javascript:alert(1)//example.com/posts"],
  ["data", "data:text/html,posts"],
  ["only a path", "/r/freelance/comments/a"],
  ["an invalid host", "https://exa mple.com/a"],
  ["a URL that is too long", `https://example.com/${"a".repeat(2_000)}`],
])("%s is not a story", (_name, address) => {
  expect(storyOfLink(address)).toBeNull();
});

describe("arbitrary input", () => {
  test("is normalized idempotently, with a bounded length", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()),
        (address) => {
          const found = storyOfLink(address);
          if (found === null) return;
          expect(storyOfLink(`https://${found}`)).toBe(found);
          expect(found.length).toBeLessThanOrEqual(address.length * 3 + 200);
        },
      ),
    );
  });

  test.each([
    ["slashes", `https://example.com/a${"/".repeat(1_970)}b`],
    ["escapes", `https://example.com/${"%41".repeat(650)}`],
    ["parameters", `https://example.com/a?${"a&".repeat(980)}`],
    ["dots", `https://${"a.".repeat(100)}example.com/${"../".repeat(550)}b`],
  ])("thousands of %s are accepted", (_name, address) => {
    expect(storyOfLink(address)).not.toBeNull();
  });
});
