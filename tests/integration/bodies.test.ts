import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createSession, createUser } from "../../prisma/factories";
import type { route } from "@/server/http/route";
import { call } from "../support/request";

type Handlers = ReturnType<typeof route>;

const routes = readdirSync("src/app/api", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("/route.ts"))
  .map((file) => file.slice(0, -"/route.ts".length));
/** Routes that don't parse a JSON body: signed bytes, ignored forms and the catch-all. */
const others = routes.filter((name) =>
  /^(?:webhooks\/|unsubscribe\/|mute\/|auth\/(?:decline|no-email)\/|\[\[)/.test(name),
);
/**
 * Faults that the import route accepts because it takes files. Its own limits are tested in
 * import-export.test.ts.
 */
const fileFaults = ["another type", "64 KiB and a byte"];
const methods = ["POST", "PUT", "PATCH", "DELETE"] as const;

let bearer: string;
beforeAll(async () => {
  ({ bearer } = await createSession(await createUser()));
});

const nested = (levels: number, inside = "1") => `${'{"a":'.repeat(levels)}${inside}${"}".repeat(levels)}`;
const faults: [string, number, string, { body: string; headers?: Record<string, string> }][] = [
  ["malformed JSON", 400, "MALFORMED_JSON", { body: '{"email":' }],
  ["another type", 415, "UNSUPPORTED_MEDIA_TYPE", { body: "{}", headers: { "content-type": "text/plain" } }],
  [
    "a form",
    415,
    "UNSUPPORTED_MEDIA_TYPE",
    { body: "a=b", headers: { "content-type": "multipart/form-data" } },
  ],
  ["64 KiB and a byte", 413, "PAYLOAD_TOO_LARGE", { body: `"${"x".repeat(65_535)}"` }],
  [
    "a Content-Length of 50 MB",
    413,
    "PAYLOAD_TOO_LARGE",
    { body: "{}", headers: { "content-length": "50000000" } },
  ],
  ["a NUL", 400, "VALIDATION_ERROR", { body: '{"keyword":"a\\u0000b"}' }],
  ["a lone surrogate", 400, "VALIDATION_ERROR", { body: '{"keyword":"a\\ud800b"}' }],
  [
    "a NUL below __proto__, 100 levels deep",
    400,
    "VALIDATION_ERROR",
    { body: nested(99, '{"__proto__":"\\u0000"}') },
  ],
  ["101 levels", 400, "MALFORMED_JSON", { body: nested(101) }],
  ["30,000 levels", 400, "MALFORMED_JSON", { body: "[".repeat(30_000) }],
];

async function handlersOf(name: string): Promise<Handlers> {
  return (await import(/* @vite-ignore */ path.resolve(`src/app/api/${name}/route.ts`))) as Handlers;
}
const params = { id: "019b0000-0000-7000-8000-000000000000", token: "x", secret: "x", name: "x" };

test.each(routes.filter((name) => !others.includes(name)))(
  "/api/%s rejects all invalid bodies alike",
  async (name) => {
    const handlers = await handlersOf(name);
    for (const method of methods) {
      if ((await call(handlers[method], method, `/api/${name}`, { params })).status === 405) continue;
      for (const [fault, status, code, sent] of faults) {
        if (name === "keywords/import" && fileFaults.includes(fault)) continue;
        const response = await call(handlers[method], method, `/api/${name}`, { ...sent, bearer, params });
        // The MCP endpoint reports errors in JSON-RPC messages.
        const { error } = response.body as { error?: { data: { code: string } } };
        const said = name === "mcp" && error !== undefined ? error.data.code : response.body.code;
        expect([method, fault, response.status, said]).toEqual([method, fault, status, code]);
      }
    }
  },
);

test.each(others)("/api/%s rejects bodies over its limit", async (name) => {
  const handlers = await handlersOf(name);
  const bytes = name.startsWith("webhooks/") ? 1024 * 1024 : 64 * 1024;
  for (const method of methods) {
    const sent = {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "x".repeat(bytes + 1),
    };
    const response = await call(handlers[method], method, `/api/${name}`, { ...sent, params });
    if (response.status !== 405) expect([method, response.status]).toEqual([method, 413]);
  }
});

test("rejects an endless body as soon as it exceeds the limit", async () => {
  for (const name of ["auth/register", "keywords", "unsubscribe/[token]", "webhooks/resend"]) {
    let pulled = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(16 * 1024));
      },
    });
    const headers = { "content-type": "application/json", authorization: bearer };
    const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
    const response = await (
      await handlersOf(name)
    ).POST(new Request(`http://localhost:3000/api/${name}`, init));
    expect([name, response.status]).toEqual([name, 413]);
    expect(pulled).toBeLessThan(name.startsWith("webhooks/") ? 80 : 10);
  }
});

test("rejects a query with a NUL", async () => {
  const { GET } = await handlersOf("keywords");
  const response = await call(GET, "GET", "/api/keywords?q=a%00b", { bearer });
  expect([response.status, response.body.code]).toEqual([400, "VALIDATION_ERROR"]);
});
