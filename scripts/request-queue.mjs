// Bounds how many requests the main thread works on at the same time. Without it, a burst of expensive pages
// delays every other request until the last of them is rendered.

/** Requests that run at the same time. */
const maxRunning = 8;
/** After this time, a request no longer counts as running if the main thread was idle: it waits for something else. */
const maxRunningMs = 100;
/** The share of the time above which the main thread counts as busy. */
const busyShare = 0.9;
const urgent = /^\/(?:api\/health|_next\/static)\//;

/**
 * Returns a function that runs requests, in the order in which they arrived. A request counts as running until
 * its response is written or sent in part, so slow clients and event streams don't block others. Requests
 * whose client has left while they waited are dropped. Health checks and static files don't wait.
 * @param {{ running?: number, runningMs?: number }} [limits]
 */
export function requestQueue({ running: limit = maxRunning, runningMs = maxRunningMs } = {}) {
  /** @type {Set<() => void>} */
  const waiting = new Set();
  let running = 0;

  function start(response, run) {
    running += 1;
    let isRunning = true;
    const release = () => {
      if (!isRunning) return;
      isRunning = false;
      clearInterval(timer);
      running -= 1;
      const [next] = waiting;
      if (next === undefined) return;
      waiting.delete(next);
      next();
    };
    let before = performance.eventLoopUtilization();
    const timer = setInterval(() => {
      const isIdle = performance.eventLoopUtilization(before).utilization < busyShare;
      before = performance.eventLoopUtilization();
      if (isIdle) release();
    }, runningMs);
    const { end } = response;
    response.end = (...args) => {
      // The next request starts after this one's remaining work.
      setImmediate(release);
      return end.apply(response, args);
    };
    response.once("close", release);
    run();
  }

  /**
   * @param {string} path
   * @param {import("node:http").ServerResponse} response
   * @param {() => void} run
   */
  return (path, response, run) => {
    if (urgent.test(path)) return run();
    if (running < limit && waiting.size === 0) return start(response, run);
    const next = () => {
      response.off("close", leave);
      start(response, run);
    };
    const leave = () => waiting.delete(next);
    response.once("close", leave);
    waiting.add(next);
  };
}
