/**
 * Deletes an account with 200,000 notifications and one with 20, and measures the cleanup in chunks: `npx tsx
 * tests/bench/leaving.ts [notifications] [--short]`. Reports the worst of several runs.
 */
import { isShort, printFigure } from "./figure";
import { onOwnDatabase, sizeOr, timed } from "./stage";

const group = "leaving";
const rounds = 3;
const stored = sizeOr(isShort ? 20_000 : 200_000);

await onOwnDatabase(async () => {
  const { factoryPassword } = await import("../../prisma/factories");
  const { closeAccount } = await import("../../src/server/operation/account-deletion");
  const { createLargeAccount } = await import("../support/large-account");

  /** The worst times to the response and to the end of the cleanup (ms). */
  async function leave(count: number): Promise<{ response: number; rest: number }> {
    const worst = { response: 0, rest: 0 };
    for (let round = 0; round < rounds; round++) {
      const { user } = await createLargeAccount(count);
      const tasks: (() => Promise<unknown>)[] = [];
      const after = (task: () => Promise<unknown>) => void tasks.push(task);
      const response = await timed(() =>
        closeAccount(user.id, { password: factoryPassword }, { now: new Date(), after }),
      );
      const rest = await timed(async () => {
        for (const task of tasks) await task();
      });
      worst.response = Math.max(worst.response, response);
      worst.rest = Math.max(worst.rest, rest);
    }
    return worst;
  }

  // The first run in a process includes startup costs.
  await leave(20);
  const small = await leave(20);
  const large = await leave(stored);
  const what = `an account with ${stored.toLocaleString("en")} notifications deleted, to the answer`;
  printFigure({ group, what, goal: 1_000, measured: large.response, unit: "ms", bound: "ceiling" });
  printFigure({
    group,
    what: `${what}, against one with 20`,
    goal: 20,
    measured: large.response / small.response,
    unit: "×",
    bound: "ceiling",
    wide: 60,
  });
  console.log(`the rest in ${large.rest.toFixed(0)} ms; with 20: ${small.response.toFixed(0)} ms`);
});
