import { expect, test, vi } from "vitest";
import { isInThread } from "@/server/reading/site";
import { deadlinesMs } from "@/server/threads/deadlines";
import { TaskError } from "@/server/threads/task-error";
import { tasks } from "@/server/threads/tasks";
import { threads } from "@/server/threads/threads";
import { feeds } from "@/sites/feeds/feeds";
import { parseResponse } from "@/sites/feeds/parse";

const started = vi.hoisted(() => [] as { env?: object; resourceLimits?: object }[]);
vi.mock("node:worker_threads", async (original) => {
  const module = await original<typeof import("node:worker_threads")>();
  class Worker extends module.Worker {
    constructor(...args: ConstructorParameters<typeof module.Worker>) {
      super(...args);
      started.push(args[1] as object);
    }
  }
  return { ...module, Worker };
});

test("every task has a deadline and can be loaded", async () => {
  expect(Object.keys(deadlinesMs).sort()).toEqual(Object.keys(tasks).sort());
  for (const load of Object.values(tasks)) expect(await load()).toBeTypeOf("function");
});

test("runs a site's parser in a thread without settings", async () => {
  const parse = isInThread(feeds)(parseResponse);
  const body = Buffer.from(
    "<rss><channel><title>Quay</title><item><title>One</title></item></channel></rss>",
  );
  const response = {
    ...{ place: "https://quay.example/f", body },
    contentType: "application/rss+xml",
    base: "https://quay.example/f",
    now: new Date(),
  };
  expect(await parse(response, "quay.example")).toMatchObject({
    called: { title: "Quay" },
    entries: [{ item: { title: "One" } }],
  });
  expect(await parse({ ...response, body: Buffer.from("no") }, "quay.example")).toEqual({
    ...{ reason: "This isn't a feed", named: null },
  });
  expect(started).toHaveLength(1);
  expect(started[0]).toMatchObject({ env: {}, resourceLimits: { maxOldGenerationSizeMb: 192 } });
});

test.each([
  ["late", "malformed"],
  ["memory", "malformed"],
  ["ended", "malformed"],
  ["threw", "malformed"],
  ["full", "unavailable"],
  ["too-many", "unavailable"],
] as const)("a parser that fails with %s rejects with a %s SiteError", async (failure, kind) => {
  vi.spyOn(threads(), "run").mockRejectedValueOnce(new TaskError(failure, "no"));
  const parse = isInThread(feeds)(parseResponse);
  await expect(parse({} as never, "quay.example")).rejects.toMatchObject({ name: "SiteError", kind });
});

test("rejects parsers that the site doesn't list", () => {
  expect(() => isInThread({ id: "feeds" })(parseResponse)).toThrow("is not among the parsers of feeds");
});
