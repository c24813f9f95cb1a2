import { fields, wantedBits, wantedShift } from "./found";
import { KeywordTable } from "./keyword-table";
import { Postings } from "./postings";
import type { Reading } from "./reading";
import type { MatchRule } from "./rule";
import { Scan } from "./scan";
import type { Item } from "../item";

/** Rules compiled together, as they are from then on; the only change is that one is removed. */
export class RuleSet {
  readonly #rules: readonly MatchRule[];
  readonly #scan: Scan;
  readonly #postings: Postings;
  readonly #wanted: Uint8Array;
  readonly #activeSinceSeconds: Float64Array;
  readonly #isRemoved: Uint8Array;

  /** Each watch must occur once only. */
  constructor(rules: readonly MatchRule[]) {
    const table = new KeywordTable();
    const entries = Int32Array.from(rules, (rule) => table.add(rule));
    this.#rules = rules;
    this.#scan = new Scan(table);
    this.#postings = new Postings(rules, entries, table.wanted.length);
    this.#wanted = Uint8Array.from(rules, wantedBits);
    this.#activeSinceSeconds = Float64Array.from(rules, (rule) => wholeSeconds(rule.activeSince));
    this.#isRemoved = new Uint8Array(rules.length);
  }

  get length(): number {
    return this.#rules.length;
  }

  /** Takes out the rule at this place of the list that the set was made of. */
  remove(index: number): void {
    this.#isRemoved[index] = 1;
  }

  /** Scans one field of an item; `collect` tells what that led to. */
  scan(reading: Reading, field: keyof typeof fields, kind: Item["kind"]): void {
    this.#scan.run(reading, fields[field], wantedShift[kind]);
  }

  /** Adds the rules that fit what the scans since the last call have found. */
  collect(item: Item, matches: MatchRule[]): void {
    const subreddit = this.#postings.subreddit(item.subreddit.toLowerCase());
    const shift = wantedShift[item.kind];
    const createdSeconds = wholeSeconds(item.createdAt);
    this.#scan.drain((entry, found) => {
      this.#postings.each(entry, subreddit, (rule) => {
        const isWanted = ((this.#wanted[rule]! >> shift) & 15 & found) !== 0;
        if (!isWanted || createdSeconds < this.#activeSinceSeconds[rule]! || this.#isRemoved[rule] !== 0)
          return;
        matches.push(this.#rules[rule]!);
      });
    });
  }
}

function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
