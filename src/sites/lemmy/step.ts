import type { ItemKind } from "@/domain/reading/item";
import { NO_RATE, SiteError } from "@/domain/reading/site-error";
import type { WalkedSite } from "@/domain/reading/site";
import type { WalkPlace, WalkStep } from "@/domain/reading/walk";
import { isListError } from "../list-error";
import type { ItemLetter } from "./address";
import type { Instances } from "./instances";
import { isIn, getItem } from "./items";
import type { Row } from "./parse";
import { readState, type Hole, type PartState, type SourceState } from "./state";
import { recordLookup, addPage, type WalkGap } from "./walk";

/** Slightly less than the interval of the runs, which can be early. */
export const everyMs = 45_000;

interface StepResult {
  rows: readonly Row[];
  gaps: readonly WalkGap[];
  hidden: number;
  skipped: number;
  isComplete: boolean;
}

export function createStep(instances: Instances): WalkedSite["step"] {
  async function readPage(
    host: string,
    letter: ItemLetter,
    part: PartState,
    how: { sinceMs: number; nowMs: number; everyMs: number; signal?: AbortSignal },
  ): Promise<StepResult> {
    const list = await instances.list(host, letter, part.page, how.signal);
    if (part.page !== null || part.reached !== null) checkIds(part, list.rows);
    const { gaps, isComplete } = addPage(part, list, how);
    return { rows: list.rows, gaps, isComplete, hidden: 0, skipped: list.skipped };
  }

  async function lookUp(
    host: string,
    letter: ItemLetter,
    part: PartState,
    hole: Hole,
    how: { nowMs: number; signal?: AbortSignal },
  ): Promise<StepResult> {
    const row = await instances.one(host, letter, hole.id, how.signal).catch((error: unknown) => {
      if (error instanceof SiteError && isItsOwn(error)) return "failed" as const;
      throw error;
    });
    const found = row === "failed" ? row : row === null ? "absent" : row.isGone ? "gone" : "shown";
    const rows = row === null || row === "failed" ? [] : [row];
    return { rows, ...recordLookup(part, hole, found, how.nowMs), skipped: 0, isComplete: false };
  }

  return async (host, stored, { places, slowdown, now, signal }) => {
    const state = readState(stored);
    const nowMs = now.getTime();
    const lists = dueLists(state, nowMs);
    const due = lists.length === 0 ? dueHole(state, nowMs) : null;
    if (due !== null) {
      const { letter, hole } = due;
      const result = await lookUp(host, letter, state[letter], hole, { nowMs, signal });
      return stepOf(state, letter, result, places);
    }
    const sinceMs = Math.min(...places.map(({ since }) => since.getTime()));
    const how = { sinceMs, nowMs, everyMs: everyMs * slowdown, signal };
    const failed: { kind: ItemKind; error: SiteError }[] = [];
    for (const letter of lists.length > 0 ? lists : [earliestList(state)]) {
      try {
        const result = await readPage(host, letter, state[letter], how);
        const errors = failed.map(({ kind, error }) => ({ kind, error: error.message }));
        return { ...stepOf(state, letter, result, places), requests: 1 + failed.length, failed: errors };
      } catch (error) {
        if (!(error instanceof SiteError) || !isListError(error)) throw error;
        failed.push({ kind: kindOf(letter), error });
        state[letter].dueMs = nowMs + how.everyMs;
      }
    }
    throw failed[0]!.error;
  };
}

const kindOf = (letter: ItemLetter): ItemKind => (letter === "p" ? "post" : "comment");

function earliestList(state: SourceState): ItemLetter {
  return state.p.dueMs <= state.c.dueMs ? "p" : "c";
}

function dueLists(state: SourceState, nowMs: number): ItemLetter[] {
  const first = earliestList(state);
  const letters: ItemLetter[] = [first, first === "p" ? "c" : "p"];
  return letters.filter((letter) => state[letter].dueMs <= nowMs);
}

function dueHole(state: SourceState, nowMs: number): { letter: ItemLetter; hole: Hole } | null {
  const holes = (["p", "c"] as const).flatMap((letter) =>
    state[letter].holes.map((hole) => ({ letter, hole })),
  );
  const [first] = holes
    .filter(({ hole }) => hole.dueMs <= nowMs)
    .sort((one, other) => one.hole.dueMs - other.hole.dueMs);
  return first ?? null;
}

function stepOf(
  state: SourceState,
  letter: ItemLetter,
  result: StepResult,
  places: readonly WalkPlace[],
): WalkStep {
  const kind = kindOf(letter);
  const shown = result.rows.filter(({ isGone }) => !isGone);
  return {
    state: JSON.stringify(state),
    items: places.flatMap(({ name }) =>
      shown.filter((row) => isIn(row, name)).map((row) => getItem(row, letter, name)),
    ),
    gaps: result.gaps.map(({ fromMs, toMs, items }) => ({
      ...{ kind, from: new Date(fromMs), to: new Date(toMs) },
      ...(items !== undefined && { items }),
    })),
    reached: result.isComplete ? { [kind]: new Date(state[letter].readMs) } : {},
    ...{ hidden: result.hidden, skipped: result.skipped, rate: NO_RATE },
  };
}

/** An instance that shows nothing anymore is probably a different one now, or broken. */
function checkIds({ page, top }: PartState, rows: readonly Row[]): void {
  if (page === null && rows.length === 0 && top > 0)
    throw new SiteError("malformed", "It no longer shows any posts or comments", { status: 200 });
}

/** True if the error could concern only this id. If the whole instance fails, the next list reports it. */
function isItsOwn({ kind, reason, status }: SiteError): boolean {
  if (reason === "aborted" || kind === "rate-limited") return false;
  return status !== null || kind === "malformed";
}
