import type { Receivers } from "./receivers";

type Fields = Record<string, unknown>;

/**
 * Control API for the receivers of webhooks and chat messages. Failure rules use the service
 * "receivers" of /control/failures.
 *
 * POST /control/receivers       { kind }      { path }: a new receiver, on the places port
 * POST /control/receivers/end   { path }      removes the receiver
 * GET  /control/receivers       { arrived }
 */
export const receiverControls: Record<string, (sandbox: { receivers: Receivers }, fields: Fields) => object> =
  {
    "POST /receivers": ({ receivers }, { kind }) => ({ path: receivers.make(String(kind)) }),
    "POST /receivers/end": ({ receivers }, { path }) => {
      receivers.end(String(path));
      return {};
    },
    "GET /receivers": ({ receivers }) => ({ arrived: receivers.arrived }),
  };
