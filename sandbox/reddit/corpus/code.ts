import type { Bank } from "./story";

export const code: Bank = {
  stories: [
    {
      titles: [
        "We deleted {many},000 lines of {lang} and nobody noticed",
        "The best refactoring of the year was a delete key",
      ],
      paragraphs: [
        "Our {framework} app had a plug-in system. It had {n} plug-ins, all of them written by us, all of them always on.",
        "We took {hours} to inline them and threw the loader away. Start-up went from eleven seconds to two, and the bug where two of them raced is simply gone.",
        "    before  {many},214 lines\n    after    3,902 lines\n    users     the same",
        "Nobody noticed, which I have decided to take as a compliment.",
      ],
    },
    {
      titles: [
        "Why is this query slow only on {day}s?",
        "{database} was fast for {months}, then one index fell out of memory",
      ],
      paragraphs: [
        "A report that took 40 ms since forever began to take nine seconds, on {day}s only.",
        "`EXPLAIN ANALYZE` showed a sequential scan where there had been an index scan. The statistics were from before the weekly import, and the planner thought that the table had {many} rows.",
        "Running `ANALYZE` at the end of the import fixed it. {hours} of my life for seven letters.",
      ],
    },
    {
      titles: [
        "Is anybody still happy with {framework} in 2026?",
        "{framework} after {months} in production: what I would tell my past self",
      ],
      paragraphs: [
        "Not bait, I promise. We have run it for {months} with {n} people and around {many},000 users.",
        "### Good\n\n* onboarding takes a day\n* the error pages are honest\n* upgrades have been dull\n\n### Less good\n\n* caching is a subject you have to study\n* every second blog post is about a version that no longer exists",
        "If I started today I would probably choose it again, and then complain about it again.",
      ],
    },
    {
      titles: [
        "I wrote a tiny parser in {lang} and finally understood precedence",
        "A weekend with a Pratt parser",
      ],
      paragraphs: [
        "I had read about it {n} times and it never stuck. Writing it in an afternoon did it:",
        "    function parse(minimum) {\n      let left = prefix();\n      while (power(peek()) > minimum) {\n        const op = next();\n        left = { op, left, right: parse(power(op)) };\n      }\n      return left;\n    }",
        "That is the whole trick: recursion carries the strength of what stands on the left. `1 + 2 * 3 < 8 && ready` just falls out.",
      ],
    },
    {
      titles: [
        "Code review: do you comment on naming, or let it go?",
        "What is the smallest thing you still bring up in a review?",
      ],
      paragraphs: [
        "New team, {n} people, mostly {lang}. I notice that I am the only one who comments on names.",
        "My argument: the code is read more often than it is run in anger. Their argument: it works, it has tests, let people ship.",
        "Where do you draw the line between *wrong* and *not how I would do it*?",
      ],
    },
    {
      titles: [
        "Self-hosting everything for {months}: the bill and the evenings",
        "My home server died on {day}. Here is what the backups were worth",
      ],
      paragraphs: [
        "One small machine in the hallway, {database}, a handful of containers, about {small} a month for power.",
        "On {day} the disk went. The nightly backup was there, it was complete, and it took {hours} to find out that I had never once tried to restore it.",
        "* test the restore\n    * on another machine\n    * without looking anything up\n* write down the passwords that are *in* the backup\n* label the cables",
        "Everything is running again. The cables have labels now.",
      ],
    },
  ],
  comments: [
    "Run `ANALYZE` after every bulk load. Future you says thanks.",
    "We have a rule: if a comment in a review starts with 'nit', the author may ignore it without answering. Peace since then.",
    "The plug-in system nobody asked for, a classic. I have written {n} of those.",
    "    git log --stat | less\n\nis where I start with every old code base.",
    "Honest question: what does it do that {database} and a cron job don't?",
    "Restores are the feature. Backups are just how you get there.",
    "I moved from {framework} to {framework2} and back. The grass has the same bugs.",
    "It's the `await` in the loop. Collect the promises first, then `Promise.all(tasks)`.",
    "This is the clearest explanation of precedence I have read on here. Saved.",
    "[Have you tried|Did you try] turning the cache off first? It is always the cache. Except on {day}s, then it is DNS.",
    "Types don't find all bugs, but they do find the ones I make at 5 pm.",
    "> nobody noticed\n\nThe highest praise there is in our trade.",
    "In {lang} you would write `a < b && b < c`, and people still get it wrong with `<=`.",
  ],
  links: [
    { title: "The case for boring {database}", url: "https://tablescan.example/boring?from=feed&page=2" },
    { title: "A visual guide to why your build is slow", url: "https://coldcache.example/slow-builds" },
    {
      title: "Notes on reading other people's {lang}",
      url: "https://secondreader.example/notes/reading-code",
    },
    { title: "Releasing on Fridays, on purpose", url: "https://coldcache.example/friday" },
  ],
  flairs: ["Discussion", "Showoff", "Question", "Resource", "Help"],
};
