import { expect, test } from "vitest";
import { SiteError } from "@/domain/reading/site-error";
import type { SequenceContext } from "@/server/reading/context";
import { readNumbers } from "@/server/reading/read-numbers";

const numbers = Array.from({ length: 60 }, (_, at) => at + 1);

/** A site with an error for one number. The budget closes immediately, but is slow to report it. */
function contextOf(error: SiteError): SequenceContext {
  let isOpen = true;
  const budget = {
    take: () => Promise.resolve(isOpen),
    recordRate: () => Promise.resolve(),
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

test("reports the site's refusal as the reason, even if other requests find the budget closed first", async () => {
  const refused = new SiteError("rate-limited", "asked to wait");
  const read = await readNumbers(contextOf(refused), numbers);
  expect(read.ended).toBe(refused);
  expect(read.responded.find(({ number }) => number === 5)?.found).toBe("unasked");
});

test("continues after an error of one number", async () => {
  const read = await readNumbers(contextOf(new SiteError("malformed", "no item")), numbers.slice(0, 20));
  expect(read.ended).toBeNull();
  expect(read.responded.find(({ number }) => number === 5)?.found).toBe("failed");
});
