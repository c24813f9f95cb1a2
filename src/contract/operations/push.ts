import { pushEndpoint, pushKeyResponse, pushSubscription, pushSubscriptionResponse } from "../push";
import type { Operations } from "./operation";

export const pushOperations = {
  getPushKey: {
    method: "GET",
    path: "/api/push/key",
    kind: "user",
    key: "never",
    summary: "VAPID public key; NOT_FOUND if Web Push is disabled",
    response: pushKeyResponse,
    errors: ["NOT_FOUND"],
  },
  savePushSubscription: {
    method: "POST",
    path: "/api/push/subscriptions",
    kind: "user",
    key: "never",
    summary: "Subscribe this browser to Web Push (Pro); replaces any previous owner",
    body: pushSubscription,
    response: pushSubscriptionResponse,
    errors: ["PRO_REQUIRED", "NOT_FOUND"],
  },
  deletePushSubscription: {
    method: "DELETE",
    path: "/api/push/subscriptions",
    kind: "user",
    key: "never",
    summary: "Unsubscribe this browser from Web Push",
    body: pushEndpoint,
  },
} as const satisfies Operations;
