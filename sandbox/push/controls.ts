import type { PushService } from "./push";

type Fields = Record<string, unknown>;

/**
 * The levers of /control that are about Web Push.
 *
 * POST /control/push/subscribe   { applicationServerKey? }      a browser's subscription, as its toJSON() gives it
 * POST /control/push/end         { endpoint }                   the browser ends it
 * GET  /control/push             { requests, subscriptions, pushes }
 */
export const pushLevers: Record<string, (sandbox: { push: PushService }, fields: Fields) => object> = {
  "POST /push/subscribe": ({ push }, { applicationServerKey: key }) =>
    push.subscribe(typeof key === "string" ? key : null),
  "POST /push/end": ({ push }, { endpoint }) => {
    push.end(String(endpoint));
    return {};
  },
  "GET /push": ({ push }) => ({
    requests: push.requests,
    subscriptions: push.subscribed,
    pushes: push.pushes,
  }),
};
