import { pushEndpoint, pushKeyResponse, pushSubscription, pushSubscriptionResponse } from "../push";
import { withLines, type Drafts } from "./operation";

export const pushOperations = withLines({
  getPushKey: {
    kind: "user",
    key: "never",
    summary: "VAPID public key; NOT_FOUND if Web Push is disabled",
    response: pushKeyResponse,
    errors: ["NOT_FOUND"],
  },
  savePushSubscription: {
    kind: "user",
    key: "never",
    summary: "Subscribe this browser to Web Push (Pro); replaces any previous owner",
    body: pushSubscription,
    response: pushSubscriptionResponse,
    errors: ["PRO_REQUIRED", "NOT_FOUND"],
  },
  deletePushSubscription: {
    kind: "user",
    key: "never",
    summary: "Unsubscribe this browser from Web Push",
    body: pushEndpoint,
  },
} as const satisfies Drafts);
