/** Texts of generated posts. '{k}' stands for the keyword. */
export const titles = [
  "How do I read a file in {thing} line by line?",
  'Why does "{thing}" leak memory?',
  "{thing} build fails after the upgrade",
  "Is there a way to test {thing} & keep it fast?",
];
export const things = ["a worker", "the scheduler", "async code", "a custom hook", "the linker"];
export const openings = [
  "I tried this:\n\n    run --all\n\nand it prints `nothing`. What am I missing?",
  "The docs say *yes*, my machine says **no**.",
];
export const answers = [
  "You need to close it first:\n\n    with open(path) as file:\n        use(file)",
  "This is a known limit. See [the docs](https://example.com/docs).",
];
export const comments = ["Which version is this?", "That fixed it, thanks!", "Please add a minimal example."];
export const matchingTitles = ["Does anybody use {k} for this?", "Replacing a script with {k}"];
export const matchingTexts = [
  "We did {k} by hand for years.",
  "If {k} is what you need, look at the *templates*.",
];
export const names = ["ada", "grace_h", "linus.p", "margaret", "alan t"];
export const tags = ["rust", "python", "next.js", "c++", "invoices"];
