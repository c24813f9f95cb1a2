/** Texts of generated items. '{k}' stands for the keyword. */
export const repositories = ["tidewater/app", "quiet-ledger/sync"] as const;
export const titles = [
  "Crash when {thing} is empty",
  "Document how {thing} works",
  "{thing}: wrong totals after an upgrade",
  "Add an option for {thing}",
  "Tests for {thing} are flaky",
];
export const things = [
  "the importer",
  "a rounding rule",
  "the export",
  "the cache",
  "a time zone",
  "the menu",
];
export const texts = [
  "<!-- Please search existing issues first. -->\n\n### What happened\n\nIt stops after the second row.",
  "Since the last release.\n\n```sh\nnpm run export\n```\n\nThe log is empty.",
  "I can open a pull request if that helps.",
];
export const comments = [
  "> It stops after the second row.\n\nSame here, on two machines.",
  "Fixed on `main`, please try again.",
  "Could you share a file that shows it?",
  "This is a duplicate of an older one.",
];
export const matchingTitles = ["{k}: wrong totals in the export", "How do others handle {k}?"];
export const matchingComments = ["We do this with {k} every month.", "Does that also work for {k}?"];
export const names = ["ada", "quillfeather", "octavia", "mossgreen", "lintel"];
export const botName = "stale-helper[bot]";
