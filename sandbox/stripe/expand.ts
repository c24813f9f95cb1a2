import type { Books } from "./books";
import type { List } from "./objects";

type Json = Record<string, unknown>;

export function getList<T>(url: string, data: T[], hasMore = false): List<T> {
  return { object: "list", url, has_more: hasMore, data };
}

/** Fields that are only included on request. */
const includable: Record<string, (books: Books, of: Json) => unknown> = {
  "invoice.payments": (books, { id }) =>
    getList(
      "/v1/invoice_payments",
      books.all("invoice_payment").filter((payment) => payment.invoice === id),
    ),
  "customer.subscriptions": (books, { id }) =>
    getList(
      "/v1/subscriptions",
      books.all("subscription").filter((one) => one.customer === id && one.status !== "canceled"),
    ),
  "charge.refunds": (books, { id }) =>
    getList(
      "/v1/refunds",
      books.all("refund").filter((refund) => refund.charge === id),
    ),
};

/** Returns a copy with the objects at `paths` expanded, such as `data.latest_invoice`. */
export function expanded(books: Books, response: object, paths: readonly string[]): Json {
  const copy = structuredClone(response) as Json;
  for (const path of paths) expandAt(books, copy, path.split("."));
  return copy;
}

function expandAt(books: Books, at: Json, [field, ...rest]: string[]): void {
  if (field === undefined) return;
  const include = includable[`${String(at.object)}.${field}`];
  if (include !== undefined) at[field] = structuredClone(include(books, at));
  const value = at[field];
  const found = typeof value === "string" ? books.named(value) : undefined;
  if (found !== undefined) at[field] = structuredClone(found);
  for (const one of Array.isArray(at[field]) ? at[field] : [at[field]]) {
    if (typeof one === "object" && one !== null) expandAt(books, one as Json, rest);
  }
}
