import type pg from "pg";

/** The platform's context of the current request, which Vercel's runtime sets. */
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

/**
 * Keeps a Vercel instance running until its idle connections are closed. A paused instance can't close them,
 * so they would stay open on the server and use up its limit.
 */
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
