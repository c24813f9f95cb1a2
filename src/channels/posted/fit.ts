import { cut } from "./words";
import { written, type ShownItem } from "./view";

const briefTitle = 100;
const briefUrl = 300;

/** An item in full, then in shorter forms: without marks, and only its title. */
const forms: readonly ((item: ShownItem) => ShownItem)[] = [
  (item) => item,
  (item) => ({ ...item, title: plain(item.title), excerpt: plain(item.excerpt) }),
  briefly,
];

/** The shortest form of an item: the start of its title, and its URL if it is short. */
export function briefly(item: ShownItem): ShownItem {
  const url = item.url.length <= briefUrl ? item.url : "";
  return { ...item, title: plain(item.title, briefTitle), excerpt: [], url };
}

function plain(segments: ShownItem["title"], max = Infinity): ShownItem["title"] {
  return segments.length === 0 ? [] : [{ text: cut(written(segments), max), isHeard: false }];
}

/** Renders the items that fit into `max`, each in the longest form that uses at most a third of it. */
export function fitItems<Part>(
  items: readonly ShownItem[],
  { max, render, sizeOf }: { max: number; render: (item: ShownItem) => Part; sizeOf: (part: Part) => number },
): Part[] {
  const parts: Part[] = [];
  let left = max;
  for (const item of items) {
    const maxOfItem = Math.min(left, max / 3);
    const fitting = firstFitting(item, (part: Part) => sizeOf(part) <= maxOfItem, render);
    if (fitting === undefined) break;
    parts.push(fitting);
    left -= sizeOf(fitting);
  }
  return parts;
}

function firstFitting<Part>(
  item: ShownItem,
  fits: (part: Part) => boolean,
  render: (item: ShownItem) => Part,
): Part | undefined {
  for (const form of forms) {
    const part = render(form(item));
    if (fits(part)) return part;
  }
  return undefined;
}
