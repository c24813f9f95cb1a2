import type { HostFaults } from "./faults";
import { accountStatuses } from "./shapes";
import type { BlueskySite } from "./site";
import type { Draft } from "./world";

type Fields = Record<string, unknown>;

/**
 * Control API for Bluesky. `host` is one (the default) or two, which is at /bluesky2.
 *
 * POST /control/bluesky   { write: { text, by?, parent? } } | { uri, become: deleted } | { uri, text } |
 *                         { account, become: active | deleted | deactivated | suspended | takendown | throttled } |
 *                         { account, handle } | { perSecond?, lookBackSeconds? }      { uri?, to }
 * POST /control/bluesky/host   { host?, end: cut | too-slow } | { host?, faults: HostFaults in faults.ts }      { listeners }
 */
export const blueskyControls: Record<string, (sandbox: { bluesky: BlueskySite }, fields: Fields) => object> =
  {
    "POST /bluesky": ({ bluesky: { world } }, fields) => {
      const { uri, text, account, handle, become, perSecond, lookBackSeconds } = fields;
      const result = (more: object = {}) => ({ ...more, to: world.kept().to });
      if (typeof fields.write === "object" && fields.write !== null)
        return result({ uri: world.write(fields.write as Draft) });
      if (typeof uri === "string") {
        if (become === "deleted") world.delete(uri);
        else world.edit(uri, String(text));
        return result({ uri });
      }
      if (typeof account === "string") {
        if (typeof handle === "string") world.rename(account, handle);
        else world.become(account, statusIn(become));
        return result();
      }
      world.catchUp();
      if (perSecond !== undefined) world.options.perSecond = rateIn(perSecond);
      if (typeof lookBackSeconds === "number") world.options.lookBackSeconds = lookBackSeconds;
      return result();
    },
    "POST /bluesky/host": ({ bluesky }, { host, end, faults }) => {
      const name = host === "two" ? "two" : "one";
      if (end === "cut" || end === "too-slow") bluesky.end(name, end);
      else if (end !== undefined) throw new RangeError("'end' must be one of cut, too-slow");
      if (typeof faults === "object" && faults !== null)
        bluesky.faults.set(name, faults as Partial<HostFaults>);
      return { listeners: bluesky.listeners(name) };
    },
  };

function statusIn(become: unknown) {
  const found = accountStatuses.find((one) => one === become);
  if (found === undefined) throw new RangeError(`'become' must be one of ${accountStatuses.join(", ")}`);
  return found;
}

function rateIn(perSecond: unknown): number {
  const rate = Number(perSecond);
  if (rate >= 0 && rate <= 5_000) return rate;
  throw new RangeError("'perSecond' must be from 0 to 5,000");
}
