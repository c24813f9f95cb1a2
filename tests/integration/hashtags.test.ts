import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { type StartedSandbox, startSandbox } from "../../sandbox/server";
import { runPoll } from "@/server/operation/cron";
import { prisma } from "@/server/platform/database";
import "../support/parallel-connections";
import { warmThreads } from "../support/warm-threads";

let sandbox: StartedSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  process.env.FEDIVERSE_INSTANCES = `social.example=${sandbox.url}/fediverse/social.example`;
  process.env.SITES = "fediverse";
  process.env.SCHEDULER = "off";
  await warmThreads();
});
afterAll(() => sandbox.close());

test("the poll route reads hashtags, although the site is a stream", async () => {
  const activeSince = new Date(Date.now() - 3_600_000);
  const places = ["fediverse:#bookkeeping@social.example"];
  const watch = await createWatch(await createUser(), { keyword: "tidewater", places, activeSince });
  const account = { bot: false, indexable: true };
  sandbox.fediverse.world.write({
    text: "tidewater #bookkeeping",
    by: "you",
    tags: ["bookkeeping"],
    account,
  });
  await runPoll();
  expect(await prisma().notification.count({ where: { watchId: watch.id } })).toBe(1);
});
