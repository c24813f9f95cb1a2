/**
 * Exports 1,000,000 notifications in a separate process, to a fast reader and to one that stops reading and
 * disconnects: `npx tsx tests/bench/export.ts [notifications] [--short]`. Reports the process's memory above
 * idle.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { bundleWorker } from "../support/kill-order";
import { isShort } from "./figure";
import { onOwnDatabase, sizeOr } from "./stage";

const stored = sizeOr(isShort ? 20_000 : 1_000_000);

await onOwnDatabase(async () => {
  const { createUser, createWatch } = await import("../../prisma/factories");
  const { createManyNotifications } = await import("../support/many-notifications");
  const user = await createUser({ plan: "pro" });
  const watches = [];
  for (let n = 0; n < 4; n += 1) watches.push(await createWatch(user, { keyword: `keyword ${n}` }));
  await createManyNotifications(watches, stored / watches.length);

  const writer = fork(await bundleWorker("export-worker", "tests/bench"), process.argv.slice(2), {
    execArgv: [],
    env: { ...process.env, NODE_ENV: "production", EXPORT_USER: user.id, EXPORT_STORED: String(stored) },
  });
  const [code] = (await once(writer, "exit")) as [number];
  if (code !== 0) throw new Error(`the process that writes ended with ${code}`);
});
