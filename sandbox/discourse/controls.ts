import type { DiscourseSite } from "./site";
import { type Draft, type Ending, endings } from "./world";

type Fields = Record<string, unknown>;

/**
 * Control API for forums.
 *
 * POST /control/discourse   { forum, write: { title, text } | { topic, text } } | { forum, number, become: deleted | by-author |
 *                           hidden | private } | { forum, isForMembers?, robots?, version? }      { forum, number? }
 */
export const discourseControls: Record<
  string,
  (sandbox: { discourse: DiscourseSite }, fields: Fields) => object
> = {
  "POST /discourse": ({ discourse: { world } }, fields) => {
    const forum = world.known(String(fields.forum)).name;
    if (typeof fields.write === "object" && fields.write !== null)
      return { forum, number: world.write(forum, fields.write as Draft) };
    const number = Number(fields.number);
    if (fields.become !== undefined) {
      if (!endings.some((one) => one === fields.become))
        throw new RangeError(`'become' must be one of ${endings.join(", ")}`);
      world.end(forum, number, fields.become as Ending);
      return { forum, number };
    }
    const { isForMembers, robots, version } = fields;
    if (isForMembers !== undefined) world.known(forum).isForMembers = isForMembers === true;
    if (robots !== undefined) world.known(forum).robots = robots === null ? null : String(robots);
    if (version !== undefined) world.known(forum).version = version === "old" ? "old" : "now";
    return { forum };
  },
};
