import { expect, test } from "vitest";
import { SiteError } from "@/domain/site-error";
import type { SequenceContext } from "@/server/reading/context";
import { readNumbers } from "@/server/reading/read-numbers";

const numbers = Array.from({ length: 60 }, (_, at) => at + 1);

/** A site on which one number meets an error, and a budget that closes at once and takes its time to say so. */
function contextOf(error: SiteError): SequenceContext {
  let isOpen = true;
  const budget = {
    take: () => Promise.resolve(isOpen),
    heard: () => Promise.resolve(),
    failed: async () => {
      isOpen = false;
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
  const fetchNumber = (number: number) =>
    number === 5 ? Promise.reject(error) : Promise.resolve({ found: "absent", rate: null });
  const now = new Date();
  const context = { site: { fetchNumber }, budget, clock: () => now, deadline: new Date(now.getTime() + 1) };
  return context as unknown as SequenceContext;
}

test("a refusal is told as what ended the reading, whoever finds the budget closed by it meanwhile", async () => {
  const refused = new SiteError("rate-limited", "asked to wait");
  const read = await readNumbers(contextOf(refused), numbers);
  expect(read.ended).toBe(refused);
  expect(read.answered.find(({ number }) => number === 5)?.found).toBe("unasked");
});

test("an error of one number ends nothing by itself", async () => {
  const read = await readNumbers(contextOf(new SiteError("malformed", "no item")), numbers.slice(0, 20));
  expect(read.ended).toBeNull();
  expect(read.answered.find(({ number }) => number === 5)?.found).toBe("failed");
});
