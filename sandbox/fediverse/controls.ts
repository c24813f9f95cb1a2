import type { FediverseSite, StreamFaults } from "./site";
import { type Draft, type InstanceName, instances } from "./world";

type Fields = Record<string, unknown>;

/**
 * Control API for the fediverse.
 *
 * POST /control/fediverse   { write: { text, tags?, by?, parent?, uri?, delayMs?, account?, more? } } | { uri, become: deleted | repeated } |
 *                           { uri, text } | { instance, access: public | authenticated | disabled | old } | { perSecond }      { uri? }
 * POST /control/fediverse/stream   { end: true } | { faults: StreamFaults in site.ts } | { remaining, resetSeconds }      { listeners, missed }
 */
export const fediverseControls: Record<
  string,
  (sandbox: { fediverse: FediverseSite }, fields: Fields) => object
> = {
  "POST /fediverse": ({ fediverse: { world } }, fields) => {
    const { write, uri, text, become, instance, access, perSecond } = fields;
    if (typeof write === "object" && write !== null) return { uri: world.write(write as Draft) };
    if (typeof uri === "string") {
      if (become === "deleted") world.delete(uri);
      else if (become === "repeated") world.repeat(uri);
      else world.edit(uri, String(text));
      return { uri };
    }
    if (instance !== undefined) {
      const found = instances.find((one) => one === instance);
      if (found === undefined) throw new RangeError(`'instance' must be one of ${instances.join(", ")}`);
      world.access[found] = access as (typeof world.access)[InstanceName];
    }
    world.catchUp();
    if (perSecond !== undefined) world.options.perSecond = rateIn(perSecond);
    return {};
  },
  "POST /fediverse/stream": ({ fediverse }, { end, faults, remaining, resetSeconds }) => {
    if (end === true) fediverse.end();
    if (typeof faults === "object" && faults !== null)
      Object.assign(fediverse.faults, faults as Partial<StreamFaults>);
    if (typeof remaining === "number") {
      const resetMs = fediverse.world.clock.nowMs() + Number(resetSeconds ?? 60) * 1_000;
      fediverse.limit = { remaining, resetMs };
    }
    return { listeners: fediverse.listeners, missed: fediverse.missed.length };
  },
};

function rateIn(perSecond: unknown): number {
  const rate = Number(perSecond);
  if (rate >= 0 && rate <= 50) return rate;
  throw new RangeError("'perSecond' must be from 0 to 50");
}
