import { sites } from "@/sites/registry";
import { type Draft, UnrecognizedValueError } from "./draft";

const flags: Record<string, Draft["filters"]> = {
  "whole-word": { wholeWordOnly: true },
  "whole-words": { wholeWordOnly: true },
  "part-word": { wholeWordOnly: false },
  "case-sensitive": { caseSensitive: true },
  "case-insensitive": { caseSensitive: false },
  "only-posts": { includeComments: false },
  "no-comments": { includeComments: false },
  "only-comments": { includePosts: false },
  "no-posts": { includePosts: false },
  "only-title": { matchTitlesOnly: true },
  "only-titles": { matchTitlesOnly: true },
};

export function readFlags(draft: Draft, cell: string): void {
  for (const flag of cell.toLowerCase().split(/[\s,;|]+/)) {
    if (flag === "") continue;
    const [, name] = /^only-(.+)$/.exec(flag) ?? [];
    const site = Object.values(sites).find(
      ({ id, title, hasAll }) => hasAll && [id, shortName(title)].includes(name ?? ""),
    );
    if (site !== undefined) draft.places = [{ site: site.id, name: "all" }];
    else if (Object.hasOwn(flags, flag)) draft.filters = { ...draft.filters, ...flags[flag] };
    else throw new UnrecognizedValueError(`Unknown value “${flag}”.`);
  }
}

function shortName(title: string): string {
  return title
    .split(" ")
    .map((word) => word[0])
    .join("")
    .toLowerCase();
}
