import type { Books } from "./books";

const interval = (every: "month" | "year") => ({
  interval: every,
  interval_count: 1 as const,
  usage_type: "licensed" as const,
});

/** Creates the products: Pro by the month and by the year, and two promotion codes. */
export function stockUp(books: Books): void {
  books.add(
    "product",
    { active: true, name: "Earshot Pro", description: "Unlimited keyword watches", metadata: {} },
    "prod_earshot_pro",
  );
  const shared = {
    active: true,
    currency: "cad",
    product: "prod_earshot_pro",
    type: "recurring" as const,
    billing_scheme: "per_unit" as const,
    tax_behavior: "unspecified" as const,
    metadata: {},
  };
  const amounts = { month: 999, year: 9999 };
  for (const every of ["month", "year"] as const) {
    const amount = { unit_amount: amounts[every], unit_amount_decimal: String(amounts[every]) };
    const nickname = every === "month" ? "Monthly" : "Yearly";
    books.add(
      "price",
      { ...shared, ...amount, nickname, recurring: interval(every) },
      `price_${nickname.toLowerCase()}`,
    );
  }
  for (const [code, percent] of Object.entries({ LISTEN20: 20, FREEMONTH: 100 })) {
    const coupon = { id: code.toLowerCase(), percent_off: percent, duration: "once" as const };
    books.add("promotion_code", { active: true, code, promotion: { type: "coupon", coupon } });
  }
}
