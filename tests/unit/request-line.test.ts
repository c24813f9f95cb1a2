import { expect, test } from "vitest";
import { readRequestLine } from "../../scripts/request-line.mjs";

const read = (method: string, url: string) => {
  const { path, refusal } = readRequestLine({ method, url });
  return refusal === null ? path : refusal.status;
};

test.each<[string, string, string | number]>([
  ["GET", "/api/keywords?limit=1", "/api/keywords?limit=1"],
  ["GET", "//api//keywords?next=//x", "/api/keywords?next=//x"],
  ["GET", "/\\evil.example/", "/evil.example/"],
  // A whole address is its path.
  ["GET", "http://earshot.example/login?a=b", "/login?a=b"],
  ["GET", "HTTPS://EARSHOT.example:8443/login", "/login"],
  ["GET", "http://earshot.example", "/"],
  ["GET", "http://earshot.example?a=b", "/?a=b"],
  ["GET", "http://user:word@earshot.example/login", "/login"],
  ["GET", "http://earshot.example//evil.example/x", "/evil.example/x"],
  ["GET", "http://earshot.example/%E0%A4%A", 404],
  // None at all.
  ["OPTIONS", "*", 400],
  ["GET", "*", 400],
  ["GET", "", 400],
  ["GET", "earshot.example:443", 400],
  ["GET", "http://", 400],
  ["GET", "http:///login", 400],
  ["GET", "ftp://earshot.example/login", 400],
  ["GET", "login", 400],
  ["GET", "?a=b", 400],
  ["GET", "/api/%E0%A4%A", 404],
  ["PROPFIND", "/api/keywords", 405],
  ["PROPFIND", "*", 405],
])("%s %s is %s", (method, url, expected) => {
  expect(read(method, url)).toBe(expected);
});
