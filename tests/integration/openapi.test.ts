import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { GET } from "@/app/api/openapi.json/route";
import { allOperations } from "@/contract/operations/all";
import type { Operation } from "@/contract/operations/operation";
import type { route } from "@/server/http/route";
import { call } from "../support/request";

type Handlers = ReturnType<typeof route>;

interface Described {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  "x-key"?: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: object;
  responses: Record<string, { $ref?: string; description?: string }>;
}
interface Document {
  openapi: string;
  info: { contact: object; license: object };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: object; responses: Record<string, object>; securitySchemes: object };
}

const reply = await call<Document>(GET, "GET", "/api/openapi.json");
const document = reply.body;
const described = Object.entries(document.paths).flatMap(([at, methods]) =>
  Object.entries(methods).map(([method, one]) => ({
    call: `${method.toUpperCase()} ${at}`,
    path: at,
    ...one,
  })),
);

/** All operations of the route files, without the catch-all. */
const served = await Promise.all(
  readdirSync("src/app/api", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("/route.ts") && !file.startsWith("[["))
    .map(async (file) => {
      const handlers = (await import(/* @vite-ignore */ path.resolve("src/app/api", file))) as Handlers;
      const at = `/api/${path.dirname(file)}`.replaceAll("[", "{").replaceAll("]", "}");
      return Object.entries(handlers)
        .filter(([, handler]) => handler.serves !== undefined)
        .map(([method, handler]) => ({ call: `${method} ${at}`, ...handler.serves! }));
    }),
).then((all) => all.flat());

test("the document is public and cacheable", () => {
  expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
  expect(reply.headers.get("content-type")).toBe("application/json");
});

test("the document and the route files contain the same operations", () => {
  expect(served.length).toBeGreaterThan(60);
  expect(described.map((one) => one.call).toSorted()).toEqual(served.map((one) => one.call).toSorted());
});

test("each route validates with the object that its description is generated from", () => {
  const operations = Object.values(allOperations);
  for (const { call: name, kind, policy } of served) {
    const own = operations.find((one) => one === policy);
    expect([name, own && `${own.method} ${own.path}`, own?.kind]).toEqual([name, name, kind]);
  }
});

test("documents the authentication that each route requires", () => {
  const proofs: Record<string, unknown> = {
    open: expect.not.arrayContaining([{ bearer: [] }, { cronSecret: [] }]),
    cron: [expect.toSatisfy((one: object) => ["cronSecret", "metricsToken"].includes(Object.keys(one)[0]!))],
    webhook: [expect.toSatisfy((one: object) => Object.keys(one)[0]!.endsWith("Signature"))],
  };
  for (const { call: name, kind, policy } of served) {
    const { key } = policy as Partial<Operation>;
    proofs.user = key === "never" ? [{ bearer: [] }] : [{ bearer: [] }, { apiKey: [] }];
    expect([name, described.find((one) => one.call === name)!["x-key"]]).toEqual([name, key]);
    const { security } = described.find((one) => one.call === name)!;
    expect([name, security]).toEqual([name, proofs[kind]]);
    for (const proof of security.flatMap((one) => Object.keys(one)))
      expect(document.components.securitySchemes).toHaveProperty(proof);
    if (kind === "open" && security.length > 0) expect([name, security[0]]).toEqual([name, {}]);
  }
});

test("is valid OpenAPI 3.1 and resolves every reference", () => {
  expect(document).toMatchObject({
    openapi: "3.1.0",
    info: { title: "Earshot", version: expect.any(String) },
  });
  const ids = described.map((one) => one.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { call: name, path: at, summary, parameters = [], responses } of described) {
    expect([name, summary.length > 0]).toEqual([name, true]);
    const inPath = parameters.filter((one) => one.in === "path");
    expect(inPath.every((one) => one.required === true)).toBe(true);
    expect(inPath.map((one) => `{${one.name}}`)).toEqual(at.match(/\{\w+\}/g) ?? []);
    expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size).toBe(parameters.length);
    expect(Object.keys(responses).some((status) => /^[23]\d\d$/.test(status))).toBe(true);
    for (const [status, response] of Object.entries(responses)) {
      expect(status).toMatch(/^[1-5]\d\d$/);
      expect("$ref" in response || typeof response.description === "string").toBe(true);
    }
  }
  const text = JSON.stringify(document);
  const references = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, at]) => at!));
  expect(references.size).toBeGreaterThan(20);
  for (const reference of references) {
    const found = reference
      .split("/")
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document);
    expect([reference, typeof found]).toEqual([reference, "object"]);
  }
  for (const name of Object.keys(document.components.responses)) expect(name).toMatch(/^[\w.-]+$/);
});

test("each operation has its own id, a description and a tag that the document describes", () => {
  const ids = described.map((one) => one.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const tags = new Map(document.tags.map(({ name, description }) => [name, description]));
  expect(tags.size).toBe(document.tags.length);
  for (const { operationId, description, tags: own } of described) {
    expect([operationId, description.length > 20, own.length]).toEqual([operationId, true, 1]);
    expect(tags.get(own[0]!), operationId).toMatch(/^[A-Z].+\.$/);
  }
  expect(document.info).toMatchObject({ contact: { name: expect.any(String) }, license: { name: "MIT" } });
});

test("the checker rejects undocumented fields, statuses and headers", async () => {
  const { checkDocumented } = await import("../support/documented");
  const { GET: live } = await import("@/app/api/health/live/route");
  const response = (status: number, more: Record<string, string> = {}) => ({
    status,
    headers: new Headers({ "content-type": "application/json", ...more }),
  });
  const check = (status: number, body: object, more?: Record<string, string>) => () =>
    checkDocumented(live, response(status, more), JSON.stringify(body));
  expect(check(200, { status: "ok", checks: {} })).not.toThrow();
  expect(check(200, { status: "ok", checks: {}, host: "db1" })).toThrow("host");
  expect(check(200, { status: "fine", checks: {} })).toThrow("/status");
  expect(check(200, { status: "ok" })).toThrow("checks");
  expect(check(201, { status: "ok", checks: {} })).toThrow("201");
  expect(check(200, { status: "ok", checks: {} }, { "x-powered-by": "x" })).toThrow("x-powered-by");
  expect(check(400, { code: "VALIDATION_ERROR", message: "No" })).not.toThrow();
  expect(check(400, { code: "KEYWORD_EXISTS", message: "No" })).toThrow("/code");
});
