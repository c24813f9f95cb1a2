import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { requestQueue } from "../../scripts/request-queue.mjs";

class Response extends EventEmitter {
  end(): this {
    return this;
  }
}

const queued = (limits = { running: 2, runningMs: 60_000 }) => {
  const run = requestQueue(limits);
  const started: string[] = [];
  const responses = new Map<string, Response>();
  const arrive = (name: string, path = "/notifications") => {
    const response = new Response();
    responses.set(name, response);
    run(path, response as unknown as ServerResponse, () => started.push(name));
  };
  return { arrive, started, of: (name: string) => responses.get(name)! };
};

test("starts requests in order, up to the limit", async () => {
  const { arrive, started, of } = queued();
  for (const name of ["a", "b", "c", "d"]) arrive(name);
  expect(started).toEqual(["a", "b"]);
  of("b").end();
  await turn();
  expect(started).toEqual(["a", "b", "c"]);
  of("a").emit("close");
  expect(started).toEqual(["a", "b", "c", "d"]);
});

test("an ended request frees one place, even if it also closes", async () => {
  const { arrive, started, of } = queued();
  for (const name of ["a", "b", "c", "d"]) arrive(name);
  of("a").end();
  await turn();
  of("a").emit("close");
  expect(started).toEqual(["a", "b", "c"]);
});

test("drops a waiting request whose client has left", async () => {
  const { arrive, started, of } = queued();
  for (const name of ["a", "b", "c", "d"]) arrive(name);
  of("c").emit("close");
  of("a").end();
  await turn();
  expect(started).toEqual(["a", "b", "d"]);
});

test.each(["/api/health/live", "/_next/static/chunks/main.js"])("%s doesn't wait", (path) => {
  const { arrive, started } = queued();
  for (const name of ["a", "b"]) arrive(name);
  arrive("urgent", path);
  expect(started).toEqual(["a", "b", "urgent"]);
});

test("requests that wait for something else don't block others", async () => {
  const { arrive, started } = queued({ running: 2, runningMs: 1 });
  for (const name of ["a", "b", "c", "d", "e"]) arrive(name);
  while (started.length < 5) await sleep(1);
  expect(started).toEqual(["a", "b", "c", "d", "e"]);
});

test("a busy main thread starts no further requests", async () => {
  const { arrive, started } = queued({ running: 2, runningMs: 40 });
  for (const name of ["a", "b", "c"]) arrive(name);
  for (const end = performance.now() + 200; performance.now() < end;) {
    for (const slice = performance.now() + 10; performance.now() < slice;);
    await turn();
  }
  expect(started).toEqual(["a", "b"]);
  while (started.length < 3) await sleep(1);
});
