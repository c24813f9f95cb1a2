import { authOperations } from "./auth";
import { destinationOperations } from "./destinations";
import { keyOperations } from "./keys";
import { systemOperations } from "./machine";
import { notificationOperations } from "./notifications";
import { placeOperations } from "./places";
import { pushOperations } from "./push";
import { subscriptionOperations } from "./subscriptions";
import { userOperations } from "./users";
import { watchOperations } from "./watches";

/** Operations by noun, in the order of the reference. */
export const nouns = {
  watches: { title: "Watches", operations: watchOperations },
  notifications: { title: "Notifications", operations: notificationOperations },
  destinations: { title: "Destinations", operations: destinationOperations },
  places: { title: "Sites and places", operations: placeOperations },
  keys: { title: "Keys", operations: keyOperations },
  account: { title: "Account", operations: userOperations },
  "sign-in": { title: "Signing in", operations: authOperations },
  browsers: { title: "Browsers", operations: pushOperations },
  subscription: { title: "Subscription", operations: subscriptionOperations },
  service: { title: "Service", operations: systemOperations },
} as const;
