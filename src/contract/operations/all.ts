import { authOperations } from "./auth";
import { destinationOperations } from "./destinations";
import { keyOperations } from "./keys";
import { systemOperations } from "./machine";
import { notificationOperations } from "./notifications";
import type { Operations } from "./operation";
import { placeOperations } from "./places";
import { pushOperations } from "./push";
import { subscriptionOperations } from "./subscriptions";
import { userOperations } from "./users";
import { watchOperations } from "./watches";

export const allOperations: Operations = {
  ...authOperations,
  ...userOperations,
  ...watchOperations,
  ...notificationOperations,
  ...subscriptionOperations,
  ...placeOperations,
  ...pushOperations,
  ...destinationOperations,
  ...keyOperations,
  ...systemOperations,
};
