import type { StackExchangeSite, Switches } from "./site";
import type { Draft } from "./world";

type Fields = Record<string, unknown>;

/**
 * Control API for Stack Exchange.
 *
 * POST /control/stackexchange   { write: { site?, title, text, tags? } | { site?, question, text } | { site?, post, text } } |
 *                               { site?, kind: post | comment, id, become: deleted } | { site?, kind, id, text } |
 *                               { backoff?, throttledSeconds?, hasTotals?, hasFilters?, extraTotal? }      { id? }
 */
export const stackExchangeControls: Record<
  string,
  (sandbox: { stackExchange: StackExchangeSite }, fields: Fields) => object
> = {
  "POST /stackexchange": ({ stackExchange }, fields) => {
    const { world, switches } = stackExchange;
    if (typeof fields.write === "object" && fields.write !== null)
      return { id: world.write(fields.write as Draft) };
    if (fields.id === undefined) {
      const names = ["backoff", "hasTotals", "hasFilters", "extraTotal"] as const;
      const changed: Partial<Switches> = Object.fromEntries(
        names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])),
      );
      Object.assign(switches, changed);
      if (fields.throttledSeconds !== undefined)
        switches.throttledUntilMs = world.clock.nowMs() + Number(fields.throttledSeconds) * 1_000;
      return {};
    }
    const [site, id] = [String(fields.site ?? "stackoverflow"), Number(fields.id)];
    const kind = fields.kind === "comment" ? "comment" : "post";
    if (fields.text !== undefined) world.edit(site, kind, id, String(fields.text));
    if (fields.become === "deleted") world.end(site, kind, id);
    else if (fields.become !== undefined) throw new RangeError("'become' must be deleted");
    return { id };
  },
};
