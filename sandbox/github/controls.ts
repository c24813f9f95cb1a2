import { refusals, type RefusalKind } from "./limits";
import type { GitHubSite } from "./site";
import type { CommentDraft, Draft, State } from "./shapes";

type Fields = Record<string, unknown>;

const states = ["live", "deleted", "transferred", "hidden"] as const;

/**
 * Control API for GitHub. `repository` is its name, 'owner/name'.
 *
 * POST /control/github   { repository, write: Draft in world.ts }                      { number or tag }
 *                        { repository, number, comment: CommentDraft }                 { id }
 *                        { repository, number, become: live | deleted | transferred | hidden }
 *                        { repository, number, id?, text }                             edits a post or a comment
 *                        { repository, number, id, become: deleted }                   deletes a comment
 *                        { create: name, private? }   { repository, rename: name }     { repository, isGone }
 *                        { refuse: spent | retry-after | secondary, count? }
 */
export const githubControls: Record<string, (sandbox: { github: GitHubSite }, fields: Fields) => object> = {
  "POST /github": ({ github: { world, limits } }, fields) => {
    const { repository, write, comment, text, become, create, rename, isGone, refuse } = fields;
    const number = Number(fields.number);
    const id = fields.id === undefined ? undefined : Number(fields.id);
    const name = String(repository);
    if (refuse !== undefined) {
      if (!refusals.includes(refuse as RefusalKind)) throw new RangeError("unknown 'refuse'");
      limits.order(refuse as RefusalKind, Number(fields.count ?? 1));
      return {};
    }
    if (typeof create === "string") return { id: world.create(create, fields.private === true).id };
    if (typeof rename === "string") world.rename(name, rename);
    if (typeof isGone === "boolean") world.known(name).isGone = isGone;
    if (typeof write === "object" && write !== null) return { number: world.write(name, write as Draft) };
    if (typeof comment === "object" && comment !== null)
      return { id: world.comment(name, number, comment as CommentDraft) };
    if (become !== undefined && !states.includes(become as State)) throw new RangeError("unknown 'become'");
    if (become !== undefined && id !== undefined) world.endComment(name, number, id);
    else if (become !== undefined) world.end(name, number, become as State);
    if (typeof text === "string") world.edit(name, number, text, id);
    return {};
  },
};
