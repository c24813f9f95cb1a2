import type pg from "pg";

interface RequestContext {
  waitUntil?: (promise: Promise<unknown>) => void;
}

const contextKey = Symbol.for("@vercel/request-context");

function requestContext(): RequestContext | undefined {
  const holder = (globalThis as Record<symbol, unknown>)[contextKey] as
    { get?: () => RequestContext } | undefined;
  return holder?.get?.();
}

/** Longer than the pool's own timer takes (ms). */
const marginMs = 100;

/** A paused Vercel instance can't close idle connections, which would use up the server's limit. */
export function waitForIdle(opened: pg.Pool, idleMs: number): void {
  let endWait = () => undefined as void;
  opened.on("release", () => {
    endWait();
    const waitUntil = requestContext()?.waitUntil;
    if (waitUntil === undefined) return;
    waitUntil(
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, idleMs + marginMs);
        endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    );
  });
}
