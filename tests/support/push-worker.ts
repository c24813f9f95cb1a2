import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

export const origin = "https://earshot.example";

/** Runs public/push-worker.js with the given windows. Returns functions that send it events. */
export function startWorker({ windows = [] as object[], fetch = async () => new Response() } = {}) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: string[] = [];
  const opened: string[] = [];
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    location: new URL(origin),
    registration: { showNotification: async (title: string) => void shown.push(title) },
    clients: { matchAll: async () => windows, openWindow: async (url: URL) => void opened.push(url.href) },
  };
  const navigator = { userAgent: "Firefox" };
  const globals = { self, navigator, fetch, URL, Response, MessageChannel, setTimeout, TypeError };
  runInContext(readFileSync("public/push-worker.js", "utf8"), createContext(globals));

  /** Resolves when the work passed to `waitUntil` is done. */
  const send = async (name: string, event: object) => {
    let work: unknown;
    const waitUntil = (promise: unknown) => (work = promise);
    listeners.get(name)!({ ...event, waitUntil });
    await work;
  };
  return {
    shown,
    opened,
    push: (data: string) => send("push", { data: { json: (): unknown => JSON.parse(data) } }),
    click: (url: string) =>
      send("notificationclick", { notification: { close: () => undefined, data: { url } } }),
    /** Undefined if the worker leaves the request to the browser. */
    request: (request: object, preloadResponse?: Promise<Response>) => {
      let response: Promise<Response> | undefined;
      const respondWith = (result: Promise<Response>) => (response = result);
      listeners.get("fetch")!({ request, preloadResponse: Promise.resolve(preloadResponse), respondWith });
      return response;
    },
  };
}
