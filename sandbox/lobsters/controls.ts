import type { LobstersSite } from "./site";
import type { Draft } from "./world";

type Fields = Record<string, unknown>;

/**
 * Control API for Lobsters.
 *
 * POST /control/lobsters   { write: { title, url?, text?, tags? } | { story, text } } | { id, become: deleted | moderated } |
 *                          { id, title?, text? }      { id }
 */
export const lobstersControls: Record<
  string,
  (sandbox: { lobsters: LobstersSite }, fields: Fields) => object
> = {
  "POST /lobsters": ({ lobsters: { world } }, fields) => {
    if (typeof fields.write === "object" && fields.write !== null)
      return { id: world.write(fields.write as Draft) };
    const id = String(fields.id);
    const { become } = fields;
    if (become === "deleted" || become === "moderated") world.end(id, become);
    else if (become !== undefined) throw new RangeError("'become' must be one of deleted, moderated");
    const words = Object.entries(fields).filter(([name]) => name === "title" || name === "text");
    world.edit(id, Object.fromEntries(words));
    return { id };
  },
};
