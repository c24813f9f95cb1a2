import {
  deliveryLog,
  destinationResponse,
  destinationChange,
  destinationDraft,
  destinationMade,
  destinationsResponse,
  loggedResponse,
  secretResponse,
} from "../destination";
import { withLines, type Drafts } from "./operation";

export const destinationOperations = withLines({
  listDestinations: {
    kind: "user",
    key: "read",
    summary: "List destinations (email, browsers, webhooks and chats) with their status",
    response: destinationsResponse,
  },
  createDestination: {
    kind: "user",
    key: "never",
    summary:
      "Add a destination after a successful test delivery, or get a link to connect Telegram (Pro, up to 20)",
    body: destinationDraft,
    status: 201,
    response: destinationMade,
    errors: ["PRO_REQUIRED", "LIMIT_REACHED", "UPSTREAM_UNAVAILABLE"],
    limit: "destination",
  },
  updateDestination: {
    kind: "user",
    key: "never",
    summary: "Rename a destination, turn it on or off, or make it a default",
    body: destinationChange,
    response: destinationResponse,
    errors: ["NOT_FOUND", "PRO_REQUIRED", "VALIDATION_ERROR"],
    limit: "destination",
  },
  deleteDestination: {
    kind: "user",
    key: "never",
    summary: "Delete a destination (the account's email address can't be deleted)",
    errors: ["NOT_FOUND", "VALIDATION_ERROR"],
  },
  testDestination: {
    kind: "user",
    key: "never",
    summary: "Send a test message; limited per host",
    response: loggedResponse,
    errors: ["NOT_FOUND", "PRO_REQUIRED", "VALIDATION_ERROR", "NOTIFICATION_RATE_LIMIT_EXCEEDED"],
  },
  renewSecret: {
    kind: "user",
    key: "never",
    summary: "Rotate a webhook's signing secret; the old one stays valid for 24 hours",
    response: secretResponse,
    errors: ["NOT_FOUND", "PRO_REQUIRED", "VALIDATION_ERROR"],
    limit: "destination",
  },
  listDestinationDeliveries: {
    kind: "user",
    key: "read",
    summary: "List a destination's last 50 deliveries with the response to each attempt",
    response: deliveryLog,
    errors: ["NOT_FOUND"],
  },
  replayDelivery: {
    kind: "user",
    key: "never",
    summary:
      "Replay a delivery from the last 30 days (same id, rendered again); a pending one is sent immediately",
    response: loggedResponse,
    errors: ["NOT_FOUND", "PRO_REQUIRED", "VALIDATION_ERROR"],
    limit: "replay",
  },
} as const satisfies Drafts);
