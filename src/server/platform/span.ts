import type { Attributes, SpanStatusCode, Tracer } from "@opentelemetry/api";

// On globalThis because Next loads a module once per bundle. Set by tracing.ts if tracing is on.
const globals = globalThis as typeof globalThis & { earshotTracer?: Tracer };
const failed: SpanStatusCode.ERROR = 2;

export function setTracer(tracer: Tracer): void {
  globals.earshotTracer = tracer;
}

/** Attributes are ids and counts, never user content. `note` adds those known only at the end. */
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

function named(values: object): Attributes {
  const plain = Object.entries(values).filter(([, value]) =>
    /^(?:number|boolean|string)$/.test(typeof value),
  );
  return Object.fromEntries(plain.map(([name, value]) => [`earshot.${name}`, value as Attributes[string]]));
}
