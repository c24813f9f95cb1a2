import type { Attributes, SpanStatusCode, Tracer } from "@opentelemetry/api";

// Kept on globalThis: Next loads a module once per bundle. Set by tracing.ts where traces are wanted.
const kept = globalThis as typeof globalThis & { earshotTracer?: Tracer };
const failed: SpanStatusCode.ERROR = 2;

/** Has spans made from now on. */
export function setTracer(tracer: Tracer): void {
  kept.earshotTracer = tracer;
}

/**
 * Does a unit of work as a span where traces are collected; elsewhere that is a look at one variable. Attributes are
 * ids and counts, never what somebody wrote. `note` adds what is known only at the end.
 */
export async function spanned<T>(
  name: string,
  attributes: Attributes,
  work: (note: (more: object) => void) => Promise<T>,
): Promise<T> {
  const tracer = kept.earshotTracer;
  if (tracer === undefined) return work(() => undefined);
  return tracer.startActiveSpan(name, { attributes: named(attributes) }, async (span) => {
    try {
      return await work((more) => void span.setAttributes(named(more)));
    } catch (error) {
      span.setStatus({ code: failed });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Under a name of our own, and only what is a number, a yes or no, or an id. */
function named(values: object): Attributes {
  const plain = Object.entries(values).filter(([, value]) =>
    /^(?:number|boolean|string)$/.test(typeof value),
  );
  return Object.fromEntries(plain.map(([name, value]) => [`earshot.${name}`, value as Attributes[string]]));
}
