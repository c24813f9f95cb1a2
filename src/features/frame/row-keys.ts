import type { RowAct } from "./shortcuts";

const rowSelector = "main [data-row]";
/** Rows and closed groups, in page order. */
const stopSelector = `${rowSelector}, main details[data-group]:not([open]) > summary`;
/** Time limit for loading more rows of a group (ms). */
const loadingMs = 5_000;
const lookMs = 30;

/** Steps that wait for rows to be loaded. */
let waiting: { steps: number; timer: ReturnType<typeof setInterval> } | null = null;

/** Moves by one row, opening groups and loading rows. From outside the list, focuses the pane's row. */
export function step(by: 1 | -1): void {
  if (waiting !== null) {
    waiting.steps += by;
    return;
  }
  const focused = document.activeElement;
  const stops = [...document.querySelectorAll<HTMLElement>(stopSelector)];
  const from = stops.findIndex((stop) => stop.contains(focused));
  const current = focused?.closest("main [data-pane]") ? shownRow() : (stops[from] ?? null);
  if (current === null && focused?.matches("main [data-group] > summary")) {
    const isAfter = (stop: Node) =>
      (focused.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    return focusStop(by === 1 ? stops.find(isAfter) : stops.findLast((stop) => !isAfter(stop)), by);
  }
  if (current === null) return focusStop(shownRow() ?? stops[0], 1);
  const list = current.closest<HTMLElement>("[data-rows]");
  const isLast = [...(list?.querySelectorAll("[data-row]") ?? [])].at(-1) === current;
  if (by === 1 && list !== null && isLast && Number(list.dataset.missing) > 0) return loadRest(list, by);
  focusStop(stops[stops.indexOf(current) + by], by);
}

const shownRow = () => document.querySelector<HTMLElement>(`${rowSelector}[aria-current]`);

/** Focuses a row. Opens a closed group, then focuses its first row, or its last one when going back. */
function focusStop(stop: HTMLElement | undefined, by: 1 | -1): void {
  if (stop === undefined || stop.matches("[data-row]")) return stop?.focus();
  const group = stop.parentElement!;
  stop.click();
  const list = group.querySelector<HTMLElement>("[data-rows]");
  if (by === -1 && list !== null && Number(list.dataset.missing) > 0) return loadRest(list, 0);
  focusEdge(group, by);
}

function focusEdge(list: Element, by: number): void {
  [...list.querySelectorAll<HTMLElement>("[data-row]")].at(by === 1 ? 0 : -1)?.focus();
}

/** Loads more rows of a list, then takes the steps. Without steps, focuses the list's last row. */
function loadRest(list: HTMLElement, steps: number): void {
  const group = list.closest("details")!;
  const before = list.dataset.missing;
  const startedMs = Date.now();
  const look = () => {
    const isOver = !list.isConnected || Date.now() - startedMs > loadingMs;
    if (list.dataset.missing === before && !isOver) return;
    const left = waiting?.steps ?? 0;
    clearInterval(waiting?.timer);
    waiting = null;
    if (steps === 0) focusEdge(group, -1);
    if (isOver) return;
    for (let taken = 0; taken < Math.abs(left); taken += 1) step(left > 0 ? 1 : -1);
  };
  waiting = { steps, timer: setInterval(look, lookMs) };
  group.querySelector<HTMLElement>("[data-act=rest]:not([aria-busy=true])")?.click();
}

/** Presses the bulk action button if there is a selection, otherwise the row's or the pane's button. */
export function actOnRow(act: RowAct): void {
  const focused = document.activeElement;
  const row = focused?.closest<HTMLElement>(rowSelector) ?? shownRow();
  if (row === null && areRowsMissing()) return actOnce(() => shownRow() !== null, act);
  if (act === "select" || act === "select-range" || act === "select-group") {
    const stored = { shiftKey: act === "select-range", altKey: act === "select-group" };
    const box = row?.querySelector("[data-act=select]");
    box?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...stored }));
    return;
  }
  const pressed = (within: string) => document.querySelector<HTMLElement>(`main ${within} [data-act=${act}]`);
  const ofAll = pressed("[data-bulk]");
  if (ofAll) return ofAll.click();
  if (isBarMissing()) return actOnce(() => !isBarMissing(), act);
  const group = focused?.closest<HTMLElement>("main summary");
  if (group && act === "open") return group.click();
  const own = row?.querySelector<HTMLElement>(`[data-act=${act}]`);
  if (own) return own.click();
  // The pane opens first, or still shows the row before.
  if (row && !isInPane(row)) {
    row.click();
    return actOnce(() => isInPane(row), act);
  }
  pressed("[data-pane]")?.click();
}

/** True if all loaded rows were cleared before the rest arrived. */
const areRowsMissing = () =>
  document.querySelector(rowSelector) === null &&
  [...document.querySelectorAll<HTMLElement>("main [data-rows]")].some(
    (list) => Number(list.dataset.missing) > 0,
  );

/** True if rows are selected, but the code of the selection's actions isn't loaded yet. */
const isBarMissing = () =>
  document.querySelector(`${rowSelector}[data-selected]`) !== null &&
  document.querySelector("main [data-bulk]") === null;

const isInPane = ({ dataset }: HTMLElement) =>
  document.querySelector(`main [data-pane] [data-of="${CSS.escape(dataset.row!)}"]`) !== null;

/** Waits until the row or the pane is ready, then takes the action. */
function actOnce(isReady: () => boolean, act: RowAct): void {
  const startedMs = Date.now();
  const timer = setInterval(() => {
    const isOver = Date.now() - startedMs > loadingMs;
    if (!isReady() && !isOver) return;
    clearInterval(timer);
    if (!isOver) actOnRow(act);
  }, lookMs);
}
