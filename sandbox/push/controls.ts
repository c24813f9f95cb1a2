import type { PushService } from "./push";

type Fields = Record<string, unknown>;

/**
 * Control API for Web Push.
 *
 * POST /control/push/subscribe   { applicationServerKey? }      creates a subscription and returns its toJSON()
 * POST /control/push/end         { endpoint }                   ends the subscription
 * GET  /control/push             { requests, subscriptions, pushes }
 */
export const pushControls: Record<string, (sandbox: { push: PushService }, fields: Fields) => object> = {
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
