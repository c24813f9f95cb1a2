import { pushEndpoint, pushKeyAnswer, pushSubscription, pushSubscriptionAnswer } from "../push";
import type { Operations } from "./operation";

export const pushOperations = {
  getPushKey: {
    method: "GET",
    path: "/api/push/key",
    kind: "user",
    key: "never",
    summary: "The public key that a browser subscribes to Web Push with; NOT_FOUND where it is off",
    answer: pushKeyAnswer,
    errors: ["NOT_FOUND"],
  },
  savePushSubscription: {
    method: "POST",
    path: "/api/push/subscriptions",
    kind: "user",
    key: "never",
    summary: "Alert this browser by Web Push, whoever it was alerted for before: Pro",
    body: pushSubscription,
    answer: pushSubscriptionAnswer,
    errors: ["PRO_REQUIRED", "NOT_FOUND"],
  },
  deletePushSubscription: {
    method: "DELETE",
    path: "/api/push/subscriptions",
    kind: "user",
    key: "never",
    summary: "Alert this browser no longer",
    body: pushEndpoint,
  },
} as const satisfies Operations;
