import type { LemmySite } from "./site";
import { type Draft, type State, versions } from "./world";

type Fields = Record<string, unknown>;
const states: readonly State[] = ["deleted", "removed", "purged", "private"];

/**
 * Control API for Lemmy.
 *
 * POST /control/lemmy   { instance, write: { community?, title, text } | { post, text } } |
 *                       { instance, letter: p | c, id, become: deleted | removed | purged | private } | { instance, letter, id, text } |
 *                       { instance, version?, isPrivate?, robots?, hasNodeInfo?, home?: { community, host } }      { instance, id? }
 */
export const lemmyControls: Record<string, (sandbox: { lemmy: LemmySite }, fields: Fields) => object> = {
  "POST /lemmy": ({ lemmy: { world } }, fields) => {
    const instance = world.known(String(fields.instance));
    const { name } = instance;
    if (typeof fields.write === "object" && fields.write !== null)
      return { instance: name, id: world.write(name, fields.write as Draft) };
    const [letter, id] = [fields.letter === "c" ? ("c" as const) : ("p" as const), Number(fields.id)];
    if (fields.become !== undefined) {
      const state = states.find((one) => one === fields.become);
      if (state === undefined) throw new RangeError(`'become' must be one of ${states.join(", ")}`);
      world.end(name, letter, id, state);
      return { instance: name, id };
    }
    if (fields.text !== undefined) world.edit(name, letter, id, String(fields.text));
    const version = versions.find((one) => one === fields.version);
    if (version !== undefined) instance.version = version;
    if (fields.isPrivate !== undefined) instance.isPrivate = fields.isPrivate === true;
    if (fields.hasNodeInfo !== undefined) instance.hasNodeInfo = fields.hasNodeInfo === true;
    if (fields.robots !== undefined) instance.robots = fields.robots === null ? null : String(fields.robots);
    const { community, host } = (fields.home ?? {}) as { community?: unknown; host?: unknown };
    if (typeof community === "string" && typeof host === "string") instance.homes.set(community, host);
    return { instance: name };
  },
};
