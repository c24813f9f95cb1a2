/** Texts of generated items. '{k}' stands for the keyword. */
export const titles = [
  "Reading {thing} from the ground up",
  "A tiny language for {thing}",
  "What I learned from rewriting {thing} twice",
  "The {thing} talk that nobody recorded",
  "{thing}: the missing manual",
  "Notes on {thing}, ten years later",
];
export const things = [
  ...["a debugger", "regular expressions", "the boot loader", "terminal emulators", "a linker", "Forth"],
  ...["package managers", "capability systems", "an old compiler", "parsers", "incremental builds"],
];
export const texts = [
  "I kept this in a drawer for a year.\n\n* it still builds\n* nobody asked why",
  "The numbers are from a machine without a fan, so *take them as a floor*.",
];
export const comments = [
  "The second half is better than the first. I'd start there.",
  "> it is only a prototype\n\nThey are all only prototypes.",
  "We measured the same and found `fsync` at the bottom of it, as [always](https://disk.example/fsync).",
  "Does this work on big-endian machines? Asking for *one* friend.",
  "```\nlet x = seen.insert(y);\n```\n\nThat is the whole trick.",
];
export const matchTitles = ["Why {k} is harder than it looks", "We replaced {k} with a cron job"];
export const matchComments = [
  "We had {k} in a spreadsheet for years. It was fine, and nobody believed it.",
  "If you only read one thing about {k}, let it be the errata.",
];
export const names = ["fanless", "kilnbird", "oddparity", "brackish", "tidepool", "mossgreen", "lintel"];
