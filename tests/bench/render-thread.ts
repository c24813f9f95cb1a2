import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { BUDGET } from "../../src/domain/markdown/limits";
import { renderSource, type RenderSource } from "../../src/server/rendering/render-source";
import { hostileHtml } from "../support/hostile-html";
import { hostileMarkdown, seededRandom } from "../support/hostile-texts";

/** The cost of a part of the documents (ms of processor time). */
export interface Cost {
  totalMs: number;
  slowest: { seed: number; ms: number }[];
  /** Number of documents above the budget. */
  over: number;
}

/**
 * Slower documents are measured three times, since other work of the thread affects one measurement at most.
 */
const suspectMs = 100;

const { from, count } = workerData as { from: number; count: number };
const cost: Cost = { totalMs: 0, slowest: [], over: 0 };
// Warm up, so compilation doesn't count.
for (let seed = 0; seed < 50; seed += 1) renderSource(documentOf(seed));
for (let seed = from; seed < from + count; seed += 1) {
  const source = documentOf(seed);
  let ms = measured(source);
  if (ms > suspectMs) ms = Math.min(ms, measured(source), measured(source));
  cost.totalMs += ms;
  cost.slowest.push({ seed, ms });
  cost.slowest = cost.slowest.sort((one, other) => other.ms - one.ms).slice(0, 5);
}
parentPort?.postMessage(cost);

function documentOf(seed: number): RenderSource {
  const random = seededRandom(seed);
  const html = seed % 3 === 0 ? hostileHtml(random) : null;
  return { site: "reddit", html, body: html === null ? hostileMarkdown(random) : "the source" };
}

function measured(source: RenderSource): number {
  const before = threadMs();
  const { html, text } = renderSource(source);
  const ms = threadMs() - before;
  const cells = html.match(/<t[dh][ >]/g)?.length ?? 0;
  // A text can contain the character that ends a tag.
  const nodes = (html.match(/<[a-z]/g)?.length ?? 0) + (html.match(/<[^>]+>[^<]/g)?.length ?? 0);
  const bytes = Math.max(Buffer.byteLength(html), Buffer.byteLength(text));
  if (cells > BUDGET.cells || nodes > BUDGET.nodes || bytes > BUDGET.bytes) cost.over += 1;
  return ms;
}

/** Processor time of this thread if the system reports it, otherwise elapsed time. */
function threadMs(): number {
  if (process.platform !== "linux") return performance.now();
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
}
