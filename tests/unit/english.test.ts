import { expect, test } from "vitest";
import { grouped } from "@/domain/grouped";
import { type Area, readProse } from "../support/prose";

/** Constructions that native authors hardly use in code and products; docs/style.md has the plain ones. */
const markers: Record<string, RegExp> = {
  "what + verb": /\bwhat (?:is|was|are|were|isn't|wasn't|has|had|can|can't|may|must|could)\b/g,
  "what + noun": /\bwhat (?:an?|its?|they|their|people|somebody|nobody|one|each|no|any|another)\b/g,
  "preposition + what": /\b(?:of|for|by|with|from|to|in|on|at|beside|than|after|before|and|but|or) what\b/g,
  "where for if":
    /(?<!from |know |knows |is )\bwhere (?:an?|its?|nothing|none|there|one|no|they|this|both|only)\b/g,
  "inverted sentence":
    /(?:^|[.;:!?] )(?:where|what|whoever|who|whose|else|nothing|none|nobody|all that|of what) /g,
  "tell, told": /\b(?:tells?|telling|told)\b/g,
  "hear, heard": /\b(?:hears?|heard|hearing)\b/g,
  "says what": /\b(?:says?|said) (?:what|how|who|which|where|why|whether|so|it|that|of|no)\b/g,
  "is said, asked":
    /\b(?:is|are|was|were|be|been|being) (?:said|asked|looked|answered|named|meant|known|told)\b/g,
  "ask for": /\bask(?:s|ed|ing)? (?:for|of|again|whether|what|how)\b/g,
  stands: /\b(?:stands?|stood|standing)\b(?!-| (?:in|out|for)\b)/g,
  lies: /\b(?:lies|lie|lay|lain)\b/g,
  nobody: /\b(?:nobody|somebody|anybody|everybody)\b/g,
  whatever: /\b(?:whoever|whatever|whichever|whom)\b/g,
  "preposition + which": /\b(?:of|in|by|on|at|for|to|with|from|after|without|beside|over|until) which\b/g,
  "of its own": /\bof (?:its|their|one's|our|your) own\b|\bof (?:ours|theirs|yours)\b/g,
  "anew, beside, meanwhile": /\b(?:anew|besides?|meanwhile|oftener|seldom|thereby|lest|henceforth)\b/g,
  "by itself": /\bby (?:itself|themselves|oneself)\b/g,
  "so that": /\bso that\b/g,
  "as long": /\b(?:as|so) (?:long|many|much|far|soon|few|often|little)\b/g,
  "goes on": /\b(?:goes|go|going|went|gone) on\b/g,
  begins: /\b(?:begins?|began|begun|beginning)\b/g,
  "leads to": /\b(?:leads?|leading|led) (?:to|on|from|there|where|back)\b/g,
  "any more": /\b(?:any|no) more\b/g,
  "one that": /\b(?:those|the ones?|ones|nothing|everything|none) (?:that|of|who|which|whose)\b/g,
  "nothing is": /\b(?:nothing|none) (?:is|was|are|were|has|had|can|may|of|that|comes?|goes)\b/g,
  "as it is": /\bas (?:it|they) (?:is|are|was|were|stands?|comes?|goes?|reads?|says?)\b/g,
  "is to be": /\b(?:is|are|was|were|has|had) to be\b/g,
  "is held": /\b(?:is|are|was|were|be|been) (?:taken|held|gone|over|begun|owed|kept|bound)\b/g,
  "comes to": /\b(?:comes?|came) (?:to|of|by|with|as|at|again|first|last)\b/g,
  newest: /\bnewest\b/g,
  "nothing but": /\b(?:but for|all but|nothing but|none but|and none)\b/g,
};

/** How many of them there can be in 10,000 words. */
const goals: Record<Area, number> = {
  "texts on screen": 60,
  docs: 100,
  comments: 120,
  "test titles": 150,
};

const passages = readProse();

test.each(Object.entries(goals))("%s have fewer than %i odd constructions in 10,000 words", (area, goal) => {
  let words = 0;
  const places: string[] = [];
  for (const { text, file } of passages.filter((one) => one.area === area)) {
    const plain = text
      .replace(/`[^`]*`|https?:\S+/g, " ")
      .replace(/[’ʼ]/g, "'")
      .toLowerCase();
    words += plain.match(/[a-z']+/g)?.length ?? 0;
    for (const [name, pattern] of Object.entries(markers))
      for (const [found] of plain.matchAll(pattern)) places.push(`${file}: ${found.trim()} (${name})`);
  }
  const rate = (10_000 * places.length) / words;
  expect(words).toBeGreaterThan(5_000);
  expect(rate, worst(places)).toBeLessThan(goal);
});

/** The files with the most of them, for the message of a failed test. */
function worst(places: readonly string[]): string {
  const byFile = grouped(places, (place) => place.slice(0, place.indexOf(": ")));
  const files = [...byFile].toSorted(([, a], [, b]) => b.length - a.length).slice(0, 10);
  return files.flatMap(([, found]) => found.slice(0, 3)).join("\n");
}
