import { expect, test } from "vitest";
import { AppError } from "@/contract/errors";
import { getEntries } from "@/server/watches/import/entries";
import { countSteps } from "../../support/count-steps";
import { seededRandom } from "../../support/hostile-texts";

/** Maximum steps per character of a file. Ordinary lists take about 20. */
const maxSteps = 60;
const sources = "/src/";

/** Reads a file to its end or to the error that rejects it. */
function read(text: string): void {
  try {
    for (const entry of getEntries(text)) void entry;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

async function expectCheap(texts: readonly string[]): Promise<void> {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  expect(await countSteps(() => texts.forEach(read), sources)).toBeLessThan(maxSteps * length);
}

const size = 200_000;
const filled = (unit: string, before = "") => before + unit.repeat(Math.ceil(size / unit.length));

const chunks = {
  lines: [
    "a",
    " ",
    "\t",
    ",",
    ";",
    "\n",
    "\r",
    '"',
    "'",
    "\\",
    "|",
    "word ",
    "OR ",
    "(",
    ")",
    "-",
    ":",
    "é",
    "\u3000",
  ],
  table: ['"', '""', ",", ";", "\t", "\n", "a", " ", "=", '"a"', '"a,b"\n', "Keyword,", "\r\n"],
  outlines: [
    "<",
    ">",
    "/",
    "<a>",
    "</a>",
    "<outline>",
    "</outline>",
    '<outline text="a"/>',
    " a=1",
    ' b="',
    "'",
    "&",
    "&amp;",
    "&#x41;",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?a",
    "?>",
    "a",
  ],
};
const starts = { lines: "", table: "Keyword,Notes\n", outlines: "<opml><body>" };

test("an ordinary list takes far fewer steps than the limit", async () => {
  const text = filled("acme,invoice software,apex\n");
  expect(await countSteps(() => read(text), sources)).toBeGreaterThan(text.length / 100);
  await expectCheap([text]);
});

const kinds = Object.keys(starts) as (keyof typeof starts)[];

test.each(kinds)("reading repetitions as %s costs no more than their length", async (kind) => {
  await expectCheap(chunks[kind].map((unit) => filled(unit, starts[kind])));
});

test.each(kinds)("reading mixtures as %s costs no more than their length", async (kind) => {
  const random = seededRandom(7);
  const pick = () => chunks[kind][Math.floor(random() * chunks[kind].length)]!;
  const several = (count: number) => Array.from({ length: count }, pick).join("");
  const mixture = () => {
    const unit = several(1 + Math.floor(random() * 6));
    return starts[kind] + unit.repeat(Math.ceil(30_000 / unit.length)) + several(2_000);
  };
  await expectCheap(Array.from({ length: 20 }, mixture));
});
