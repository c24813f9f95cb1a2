import type { Attributes, SpanStatusCode, Tracer } from "@opentelemetry/api";

// On globalThis because Next loads a module once per bundle. Set by tracing.ts if tracing is on.
const globals = globalThis as typeof globalThis & { earshotTracer?: Tracer };
const failed: SpanStatusCode.ERROR = 2;

/** Turns on tracing. */
export function setTracer(tracer: Tracer): void {
  globals.earshotTracer = tracer;
}

/**
 * Runs a unit of work in a span if tracing is on. Attributes are ids and counts, never user content. `note`
 * adds attributes known only at the end.
 */
export async function spanned<T>(
  name: string,
  attributes: Attributes,
  work: (note: (more: object) => void) => Promise<T>,
): Promise<T> {
  const tracer = globals.earshotTracer;
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

/** Prefixes the names and keeps only numbers, booleans and strings. */
function named(values: object): Attributes {
  const plain = Object.entries(values).filter(([, value]) =>
    /^(?:number|boolean|string)$/.test(typeof value),
  );
  return Object.fromEntries(plain.map(([name, value]) => [`earshot.${name}`, value as Attributes[string]]));
}
