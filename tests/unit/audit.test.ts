import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { audit } from "../../scripts/audit.mjs";

// A local registry with known responses in the format of npm's bulk advisories.
const cwd = mkdtempSync(path.join(os.tmpdir(), "earshot-audit-"));
let registry: Server;
let reply: { status: number; body: unknown } = { status: 200, body: {} };
let requested: string[] = [];

beforeAll(async () => {
  for (const file of ["package.json", "package-lock.json"]) cpSync(file, path.join(cwd, file));
  registry = createServer((request, response) => {
    requested.push(`${request.method} ${request.url}`);
    request.resume().on("end", () => {
      // For affected packages, npm also requests the dependencies of other versions. Unknown ones are fine.
      const isList = request.method === "POST";
      response.writeHead(isList ? reply.status : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(isList ? reply.body : {}));
    });
  });
  await new Promise<void>((listening) => registry.listen(0, "127.0.0.1", listening));
});
afterEach(() => (requested = []));
afterAll(() => {
  registry.close();
  rmSync(cwd, { recursive: true, force: true });
});

async function audited(port = (registry.address() as AddressInfo).port): Promise<string[]> {
  const said: string[] = [];
  const address = `http://127.0.0.1:${port}/`;
  const env = { npm_config_registry: address, npm_config_cache: path.join(cwd, "cache") };
  await audit({ cwd, env, say: (text: string) => said.push(text) });
  return said;
}
// npm caches advisories by id.
let advisories = 0;
const advisory = (name: string, severity: string) => ({
  [name]: [
    { id: (advisories += 1), url: "https://example.com", title: "x", severity, vulnerable_versions: "*" },
  ],
});

test("reports nothing without known vulnerabilities", async () => {
  reply = { status: 200, body: {} };
  expect(await audited()).toEqual([]);
  expect(requested).toContain("POST /-/npm/v1/security/advisories/bulk");
});

test.each(["high", "critical"])("%s vulnerabilities in production dependencies fail", async (severity) => {
  reply = { status: 200, body: advisory("pino", severity) };
  await expect(audited()).rejects.toThrow(new RegExp(`^1 packages[^]*pino .*: ${severity}$`));
});

test("accepts moderate vulnerabilities and those in development dependencies", async () => {
  reply = { status: 200, body: { ...advisory("pino", "moderate"), ...advisory("vitest", "critical") } };
  expect(await audited()).toEqual([]);
});

test("reports a registry that is unreachable or has no advisories", async () => {
  reply = { status: 405, body: {} };
  expect(await audited()).toEqual([expect.stringContaining("told nothing")]);
  expect(await audited(9)).toEqual([expect.stringContaining("told nothing")]);
});
