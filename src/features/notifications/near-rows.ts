/** So many rows are drawn, or left out, together: of more a slow device's next frame would come late. */
const blockLength = 2;
/** So many rows of a long list are drawn to begin with: they fill a window. */
const rowsAtFirst = 20;
/** A list of so many rows is drawn whole: the browser's own search finds all of it. */
export const wholeLength = 100;

/** In CSS pixels: what is so near to the window is drawn before it is in sight. */
const margin = 1_000;
/** Which blocks of a long list are near the window, and how high those were that were drawn. */
export interface Near {
  first: number;
  last: number;
  /** In CSS pixels, by block. */
  heights: ReadonlyMap<number, number>;
  /** What a row is taken to need that was never drawn. It stays as it is: what changed by itself would move all the others. */
  rowHeight: number;
}

/** One that is long from the start begins with what fills the window; one that grows goes on from all that it has. */
export const nearAtFirst = (length: number): Near => ({
  first: 0,
  last: (length > wholeLength ? rowsAtFirst : wholeLength) / blockLength - 1,
  heights: new Map(),
  rowHeight: 96,
});

/** Rows that stand together, `to` not among them. */
export interface Block {
  from: number;
  to: number;
  isDrawn: boolean;
}

/** The blocks of a list: drawn are those that are near, and those beside the row `kept` (-1: none). */
export function blocksOf(length: number, { first, last }: Near, kept: number): Block[] {
  return Array.from({ length: Math.ceil(length / blockLength) }, (_, block) => {
    const from = block * blockLength;
    const to = Math.min(length, from + blockLength);
    const isKept = kept >= 0 && kept + 1 >= from && kept - 1 < to;
    return { from, to, isDrawn: length <= wholeLength || isKept || (block >= first && block <= last) };
  });
}

/**
 * What is to be drawn by where the blocks stand now, the same object where that is what it was: first what is in sight, then
 * what is near, one block more at each end, so that no step takes long. `edges`: where each begins in the window and where the
 * last one ends, in CSS pixels.
 */
export function nearOf(
  before: Near,
  blocks: readonly Block[],
  edges: readonly number[],
  windowHeight: number,
): Near {
  const within = (distance: number) => {
    const isIn = (_: Block, block: number) =>
      edges[block + 1]! > -distance && edges[block]! < windowHeight + distance;
    return [blocks.findIndex(isIn), blocks.findLastIndex(isIn)] as const;
  };
  const [first, last] = stepTo(within(margin), within(0), before);
  if (first === before.first && last === before.last) return before;
  const heights = new Map(before.heights);
  let [height, rows] = [0, 0];
  for (const [block, { from, to, isDrawn }] of blocks.entries()) {
    if (!isDrawn) continue;
    heights.set(block, edges[block + 1]! - edges[block]!);
    height += heights.get(block)!;
    rows += to - from;
  }
  const isFirst = before.heights.size === 0 && rows > 0;
  return { first, last, heights, rowHeight: isFirst ? height / rows : before.rowHeight };
}

type Range = readonly [first: number, last: number];

/** From what is drawn a step to what is near: what is in sight before the rest; -1: none. */
function stepTo([first, last]: Range, seen: Range, before: Near): Range {
  if (first < 0) return [-1, -1];
  const [from, to] = [Math.max(first, before.first), Math.min(last, before.last)];
  const isSeen = seen[0] >= 0;
  if (from > to) {
    const begin = isSeen ? seen[0] : first === 0 ? 0 : last;
    return [begin, begin];
  }
  const isMissing = isSeen && (seen[0] < from || seen[1] > to);
  const [least, most] = isMissing ? seen : [first, last];
  return [least < from ? from - 1 : from, most > to ? to + 1 : to];
}

/** How much room a block takes, in CSS pixels. */
export function heightOf({ heights, rowHeight }: Near, { from, to }: Block): number {
  return heights.get(from / blockLength) ?? (to - from) * rowHeight;
}

/** Blocks that stand together and are drawn, or left out, alike; `height`: how much room those need that are left out. */
export interface TimeRange extends Block {
  height: number;
}

/** The blocks as they stand on the page: what is left out between two that are drawn is one element. */
export function timeRangesFor(near: Near, blocks: readonly Block[]): TimeRange[] {
  const timeRanges: TimeRange[] = [];
  for (const block of blocks) {
    const height = block.isDrawn ? 0 : heightOf(near, block);
    const before = timeRanges.at(-1);
    if (before === undefined || before.isDrawn !== block.isDrawn) timeRanges.push({ ...block, height });
    else Object.assign(before, { to: block.to, height: before.height + height });
  }
  return timeRanges;
}
