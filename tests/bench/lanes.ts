/**
 * One client id's 100 requests a minute, divided among the watched subreddits by several policies, simulated with
 * the product's own planning, budget and stop rule: `npx tsx tests/bench/lanes.ts [--short] [subreddits …]`.
 */
import { isShort, seed } from "./figure";
import { makePolicies } from "./lanes-policies";
import { simulate, type Outcome } from "./lanes-simulation";
import { makeSources } from "./lanes-world";

const asked = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith("--"))
  .map(Number);
const sizes = asked.length > 0 ? asked : isShort ? [300] : [10, 100, 1_000, 3_000, 10_000, 50_000];
const [minutes, warmUpMinutes] = isShort ? [40, 10] : [90, 30];

for (const subreddits of sizes) {
  const sources = makeSources({ subreddits, minutes, seed });
  const rate = sources.reduce((sum, source) => sum + source.arrivals.length, 0) / minutes;
  console.log(`\n${subreddits} subreddits, ${rate.toFixed(0)} items a minute`);
  for (const policy of makePolicies()) {
    const begunMs = performance.now();
    print(
      policy.name,
      simulate(sources, policy, { minutes, warmUpMinutes, watchesAll: false }),
      performance.now() - begunMs,
    );
  }
  const product = makePolicies().at(-1)!;
  print(
    `${product.name}, 'all' beside`,
    simulate(sources, product, { minutes, warmUpMinutes, watchesAll: true }),
  );
}

function print(name: string, outcome: Outcome, spentMs = 0): void {
  const seconds = (value: number) => (Number.isFinite(value) ? `${value.toFixed(0)} s` : "never");
  const cells = [
    name.padEnd(40),
    `${((100 * outcome.found) / outcome.written).toFixed(2)} %`.padStart(9),
    String(outcome.lost).padStart(6),
    seconds(outcome.mean).padStart(7),
    seconds(outcome.p50).padStart(7),
    seconds(outcome.p99).padStart(7),
    seconds(outcome.worst).padStart(7),
    `${outcome.requestsPerMinute.toFixed(1)}/min`.padStart(10),
    outcome.allFound === null ? "" : `${(100 * outcome.allFound).toFixed(1)} % of all`,
    `${(spentMs / 1000).toFixed(1)} s`,
  ];
  console.log(`  ${cells.join("  ")}`);
}
