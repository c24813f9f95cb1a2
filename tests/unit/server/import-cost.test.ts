import { expect, test } from "vitest";
import { AppError } from "@/contract/errors";
import { entriesOf } from "@/server/watches/import/entries";
import { countSteps } from "../../support/count-steps";
import { seededRandom } from "../../support/hostile-texts";

/** Maximum steps per character of a file. Ordinary lists take about 20. */
const maxSteps = 60;
const sources = "/src/";

/** Reads a file to its end or to the error that rejects it. */
function read(text: string): void {
  try {
    for (const entry of entriesOf(text)) void entry;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

async function expectCheap(text: string): Promise<void> {
  expect(await countSteps(() => read(text), sources)).toBeLessThan(maxSteps * text.length + 100_000);
}

const size = 200_000;
const filled = (unit: string, before = "") => before + unit.repeat(Math.ceil(size / unit.length));

const pieces = {
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
  await expectCheap(text);
});

test.each(
  Object.entries(pieces).flatMap(([kind, units]) =>
    units.map((unit) => [JSON.stringify(unit), kind as keyof typeof starts, unit] as const),
  ),
)("reading repeated %s as %s takes linear time", async (_name, kind, unit) => {
  await expectCheap(filled(unit, starts[kind]));
});

test.each(Object.keys(starts) as (keyof typeof starts)[])(
  "reading mixtures as %s takes linear time",
  async (kind) => {
    const random = seededRandom(7);
    const pick = (units: readonly string[]) => units[Math.floor(random() * units.length)]!;
    for (let round = 0; round < 8; round += 1) {
      const unit = Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(pieces[kind])).join("");
      const tail = Array.from({ length: 2_000 }, () => pick(pieces[kind])).join("");
      await expectCheap(starts[kind] + unit.repeat(Math.ceil(30_000 / unit.length)) + tail);
    }
  },
);
