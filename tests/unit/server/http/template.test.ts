import { expect, test } from "vitest";
import { getTemplate } from "@/server/http/template";

test.each<[string, Record<string, string | string[] | undefined>, string]>([
  ["/api/keywords", {}, "/api/keywords"],
  ["/api/keywords/", {}, "/api/keywords"],
  ["/api/%6Beywords", {}, "/api/keywords"],
  ["/api", { path: undefined }, "/api"],
  ["/api/no/such", { path: ["no", "such"] }, "/api/[[...path]]"],
  ["/api/keywords/0190/toggle", { id: "0190" }, "/api/keywords/[id]/toggle"],
  ["/api/auth/verify-email/a%2Fb", { token: "a%2Fb" }, "/api/auth/verify-email/[token]"],
  ["/api/auth/verify-email/a%2Fb", { token: "a/b" }, "/api/auth/verify-email/[token]"],
  ["/api/keywords/toggle/toggle", { id: "toggle" }, "/api/keywords/[id]/toggle"],
  ["/api/keywords/secret", { id: "another" }, "other"],
])("maps %s with %o to %s", (path, params, template) => {
  expect(getTemplate(path, params)).toBe(template);
});
