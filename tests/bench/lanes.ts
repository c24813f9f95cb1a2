/**
 * Compares policies for dividing one client id's 100 requests per minute among the watched places, in a
 * simulation with the product's planning, budget and stop rule: `npx tsx tests/bench/lanes.ts [--short]
 * [places …]`.
 */
import { isShort, printFigure, seed } from "./figure";
import { makePolicies } from "./lanes-policies";
import { simulate, type Outcome } from "./lanes-simulation";
import { makeSources } from "./lanes-world";

const product = "by waiting (the product)";
const requested = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith("--"))
  .map(Number);
const sizes = requested.length > 0 ? requested : isShort ? [3_000] : [10, 100, 1_000, 3_000, 10_000, 50_000];
const outcomes = new Map<string, Outcome>();

for (const places of sizes) {
  const minutes = isShort || places > 10_000 ? 30 : 60;
  const how = { minutes, warmUpMinutes: minutes / 3 };
  const sources = makeSources({ places, minutes, seed });
  const rate = sources.reduce((sum, source) => sum + source.arrivals.length, 0) / minutes;
  console.log(`\n${places} places, ${rate.toFixed(0)} items a minute, ${minutes} minutes`);
  console.log(`  ${"policy".padEnd(38)}    found    cap    mean     p50     p99   worst    requests`);
  for (const policy of makePolicies()) {
    const outcome = simulate(sources, policy, { ...how, watchesAll: false });
    keep(places, policy.name, outcome);
    if (policy.name !== product) continue;
    keep(places, `${policy.name}, with 'all'`, simulate(sources, policy, { ...how, watchesAll: true }));
  }
}
printFigures();

function keep(places: number, name: string, outcome: Outcome): void {
  outcomes.set(`${places} ${name}`, outcome);
  const seconds = (value: number) => (Number.isFinite(value) ? `${value.toFixed(0)} s` : "-").padStart(6);
  const cells = [
    name.padEnd(38),
    `${percentFound(outcome).toFixed(2)} %`.padStart(8),
    String(outcome.lost).padStart(5),
    seconds(outcome.mean),
    seconds(outcome.p50),
    seconds(outcome.p99),
    seconds(outcome.worst),
    `${outcome.requestsPerMinute.toFixed(1)}/min`.padStart(10),
    outcome.allFound === null ? "" : `${(100 * outcome.allFound).toFixed(1)} % of 'all'`,
  ];
  console.log(`  ${cells.join("  ")}`.trimEnd());
}

function percentFound(outcome: Outcome): number {
  return (100 * outcome.found) / outcome.written;
}

function printFigures(): void {
  const group = "lanes";
  for (const places of sizes) {
    const of = (name: string) => outcomes.get(`${places} ${name}`)!;
    const [ours, withAll] = [of(product), of(`${product}, with 'all'`)];
    const what = (text: string) => `${places.toLocaleString("en")} places: ${text}`;
    if (places <= 10_000) {
      const [goal, measured, wide] = [places > 3_000 ? 99 : 99.9, percentFound(ours), 95];
      printFigure({ group, what: what("found"), goal, measured, unit: "%", bound: "floor", wide });
      printFigure({ group, what: what("lost"), goal: 0, measured: ours.lost, unit: "", bound: "ceiling" });
    }
    if (places <= 3_000) {
      const [goal, measured] = [120, ours.p99];
      printFigure({
        group,
        what: what("item to notification, p99"),
        goal,
        measured,
        unit: "s",
        bound: "ceiling",
      });
    } else {
      const [goal, measured] = [5, 100 * (withAll.allFound ?? 0)];
      printFigure({ group, what: what("'all' beside"), goal, measured, unit: "%", bound: "floor" });
    }
    if (places >= 3_000) {
      const rest = { goal: 0.9, unit: "×", bound: "ceiling", wide: 1.1 } as const;
      const mean = (name: string) => ours.mean / of(name).mean;
      const [robin, age] = [mean("round robin"), mean("by age")];
      printFigure({ group, what: what("mean wait beside round robin"), measured: robin, ...rest });
      printFigure({ group, what: what("mean wait beside by age"), measured: age, ...rest });
    }
  }
}
