/** A test card, with the numbers of Stripe's test mode. */
export interface Card {
  number: string;
  brand: string;
  what: string;
  /** Outcome of a payment by the card holder. */
  byHolder: "succeeds" | "declined" | "asks";
  /** Outcome of a later, automatic payment. */
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

/** Returns the card with this number, with or without spaces. */
export function getCard(typed: string): Card | undefined {
  const number = typed.replace(/[\s-]/g, "");
  return cards.find((card) => card.number === number);
}

/** Formats a card number in groups of four. */
export function inGroups(number: string): string {
  return number.replace(/(.{4})(?=.)/g, "$1 ");
}
