/**
 * How soon the app's own clock finds new items with few or many watched subreddits, compared to polls every
 * 20 s and every minute, simulated as in lanes.ts: `npx tsx tests/bench/pace.ts [--short]`.
 */
import { isShort, printFigure, seed } from "./figure";
import { limits, paces } from "./lanes-policies";
import { simulate, type Outcome } from "./lanes-simulation";
import { makeSources } from "./lanes-world";

const group = "pace";
const minutes = isShort ? 30 : 60;
/** Drawn from all subreddits of the site or only the busiest. */
const worlds = [
  { places: 1, busiest: 500 },
  { places: 20 },
  { places: 20, busiest: 500 },
  { places: 100 },
  { places: 1_000 },
  { places: 3_000 },
].filter(({ places }) => !isShort || places <= 1_000);
/** 60 % of one client id's requests per minute. */
const evenRequests = (0.6 * limits.window.requests * 60_000) / limits.window.ms;

for (const world of worlds) {
  const { places, busiest } = world;
  const sources = makeSources({ ...world, minutes, seed });
  const rate = sources.reduce((sum, source) => sum + source.arrivals.length, 0) / minutes;
  const name = `${places.toLocaleString("en")} subreddits${busiest === undefined ? "" : ` of the ${busiest} busiest`}`;
  console.log(`\n${name}, ${rate.toFixed(0)} items a minute`);
  const [, every20, evenly] = paces.map((policy) => {
    const how = { minutes, warmUpMinutes: minutes / 3 };
    print(`${policy.name}, 'all' beside`, simulate(sources, policy, { ...how, watchesAll: true }));
    const outcome = simulate(sources, policy, { ...how, watchesAll: false });
    print(policy.name, outcome);
    return outcome;
  });
  printFigures({ name, places }, every20!, evenly!);
}

function print(name: string, { p50, p95, p99, requestsPerMinute, allFound, ...outcome }: Outcome): void {
  const found = `${((100 * outcome.found) / outcome.written).toFixed(2)} %`;
  const seconds = [p50, p95, p99].map((value) => `${value.toFixed(1)} s`.padStart(8)).join("");
  const all = allFound === null ? "" : `  ${(100 * allFound).toFixed(1)} % of 'all'`;
  console.log(
    `  ${name.padEnd(28)}${found.padStart(9)}${seconds}  ${requestsPerMinute.toFixed(1)}/min${all}`,
  );
}

function printFigures(world: { name: string; places: number }, before: Outcome, now: Outcome): void {
  const what = (text: string) => `${world.name}: ${text}`;
  const [measured, requests] = [now.p95, now.requestsPerMinute];
  const bound = "ceiling";
  if (world.places <= 100) {
    const own = { unit: "s", bound, goal: 6, measured } as const;
    printFigure({ group, what: what("item to notification, p95"), ...own });
    const requested = { goal: evenRequests, measured: requests, unit: "/min" } as const;
    printFigure({ group, what: what("requests"), ...requested, bound });
  }
  const others = { goal: 1, unit: "×", bound, wide: 1.05 } as const;
  printFigure({ group, what: what("p95 beside every 20 s"), measured: measured / before.p95, ...others });
  if (world.places < 1_000) return;
  const share = requests / before.requestsPerMinute;
  printFigure({ group, what: what("requests beside every 20 s"), measured: share, ...others });
}
