/** What a card does; the numbers are those of Stripe's test mode. */
export interface Card {
  number: string;
  brand: string;
  what: string;
  /** Of a payment that its holder makes. */
  byHolder: "succeeds" | "declined" | "asks";
  /** Of a payment that falls due later, with nobody there. */
  later: "succeeds" | "declined";
}

export const cards: readonly Card[] = [
  { number: "4242424242424242", brand: "visa", what: "works", byHolder: "succeeds", later: "succeeds" },
  { number: "4000000000000002", brand: "visa", what: "is declined", byHolder: "declined", later: "declined" },
  {
    number: "4000002500003155",
    brand: "visa",
    what: "needs a second step",
    byHolder: "asks",
    later: "succeeds",
  },
  {
    number: "4000000000000341",
    brand: "visa",
    what: "works now, is declined at the next period",
    byHolder: "succeeds",
    later: "declined",
  },
];

/** The card of a number as typed, with or without spaces. */
export function cardOf(typed: string): Card | undefined {
  const number = typed.replace(/[\s-]/g, "");
  return cards.find((card) => card.number === number);
}

/** A number as it stands on a card. */
export function inGroups(number: string): string {
  return number.replace(/(.{4})(?=.)/g, "$1 ");
}
