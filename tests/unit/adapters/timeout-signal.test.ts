import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { timeoutSignal } from "@/adapters/timeout-signal";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

it("fires after garbage collection if only a combined signal refers to it", async () => {
  const combine = () => AbortSignal.any([new AbortController().signal, timeoutSignal(100)]);
  const combined = Array.from({ length: 20 }, combine);
  // A later task, because the current one still refers to the timeouts.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  await expect.poll(() => combined.every(({ aborted }) => aborted), { timeout: 10_000 }).toBe(true);
});

it("is the only timeout that is combined", () => {
  const all = readdirSync("src", { recursive: true, withFileTypes: true });
  const files = all
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const using = files.filter((file) => readFileSync(file, "utf8").includes("AbortSignal.timeout("));
  expect(using.toSorted()).toEqual(["src/adapters/fair-timeout.ts", "src/adapters/timeout-signal.ts"]);
});
