/** Rows per block, rendered or skipped together. Larger blocks would delay frames on slow devices. */
const blockLength = 2;
const rowsAtFirst = 8;
/** Lists up to this length are fully rendered, so the browser's own search works. */
export const wholeLength = 40;
export const wholeRange = { first: 0, last: Infinity };

/** Blocks this close to the viewport are rendered in advance (CSS pixels). */
const margin = 600;
/** The rendered block range of a long list, and the measured heights. */
export interface Near {
  first: number;
  last: number;
  /** By block, in CSS pixels. */
  heights: ReadonlyMap<number, number>;
  /** Estimated height of unrendered rows. Stays constant: changing it would shift all other rows. */
  rowHeight: number;
}

/** Fills the window. */
export const nearAtFirst: Near = {
  first: 0,
  last: rowsAtFirst / blockLength - 1,
  heights: new Map(),
  rowHeight: 96,
};

export interface Block {
  from: number;
  to: number;
  isDrawn: boolean;
}

/** Renders blocks near the viewport, around row `retained` (-1: none), and the last one. */
export function getBlocks(length: number, { first, last }: Near, retained: number): Block[] {
  return Array.from({ length: Math.ceil(length / blockLength) }, (_, block) => {
    const from = block * blockLength;
    const to = Math.min(length, from + blockLength);
    const isRetained = retained >= 0 && retained + 1 >= from && retained - 1 < to;
    return { from, to, isDrawn: isRetained || to === length || (block >= first && block <= last) };
  });
}

/** Adds one block at each end per step, visible first. `edges`: block tops and the last bottom (CSS px). */
export function getNearby(
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

/** Extends the rendered range by one step, visible blocks first. -1 means none. */
function stepTo([first, last]: Range, seen: Range, before: Near): Range {
  if (first < 0) return [-1, -1];
  const [from, to] = [Math.max(first, before.first), Math.min(last, before.last)];
  const isSeen = seen[0] >= 0;
  if (from > to) {
    const begin = isSeen ? seen[0] : first === 0 ? 0 : last;
    return [begin, begin];
  }
  const isMissing = isSeen && (seen[0] < from || seen[1] > to);
  const [min, max] = isMissing ? seen : [first, last];
  return [min < from ? from - 1 : from, max > to ? to + 1 : to];
}

export function getHeight({ heights, rowHeight }: Near, { from, to }: Block): number {
  return heights.get(from / blockLength) ?? (to - from) * rowHeight;
}

/** Consecutive blocks that are all rendered or all skipped. `height`: total height of the skipped blocks. */
export interface RowRange extends Block {
  height: number;
}

/** Merges adjacent blocks, so each skipped range is one spacer element. */
export function rowRangesFor(near: Near, blocks: readonly Block[]): RowRange[] {
  const ranges: RowRange[] = [];
  for (const block of blocks) {
    const height = block.isDrawn ? 0 : getHeight(near, block);
    const before = ranges.at(-1);
    if (before === undefined || before.isDrawn !== block.isDrawn) ranges.push({ ...block, height });
    else Object.assign(before, { to: block.to, height: before.height + height });
  }
  return ranges;
}
