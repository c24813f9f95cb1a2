import { exitRequests, getRequest, type Input } from "./request-line";
import type { authOperations } from "./operations/auth";
import type { destinationOperations } from "./operations/destinations";
import type { keyOperations } from "./operations/keys";
import type { notificationOperations } from "./operations/notifications";
import type { pushOperations } from "./operations/push";
import type { placeOperations } from "./operations/places";
import type { subscriptionOperations } from "./operations/subscriptions";
import type { userOperations } from "./operations/users";
import type { watchOperations } from "./operations/watches";
import type * as z from "./zod";

/*
 * The operations contain all API schemas and are never sent to the browser. It only gets their names and
 * lines, and the types of their schemas.
 */
type Known = typeof authOperations &
  typeof notificationOperations &
  typeof pushOperations &
  typeof destinationOperations &
  typeof keyOperations &
  typeof placeOperations &
  typeof subscriptionOperations &
  typeof userOperations &
  typeof watchOperations;

type LineOf<One> = One extends { method: infer Method extends string; path: `/api${infer Path}` }
  ? `${Method} ${Path}`
  : never;

/** Operations as method and path by name. The types require them to match the operation. */
export type Lines = { readonly [Name in keyof Known]?: LineOf<Known[Name]> };

/** Every operation that the browser uses. */
export const calls = {
  ...exitRequests,

  register: "POST /auth/register",
  login: "POST /auth/login",
  refresh: "POST /auth/refresh",
  logout: "POST /auth/logout",
  resendVerification: "POST /auth/resend-verification",
  verifyEmail: "GET /auth/verify-email/{token}",
  forgotPassword: "POST /auth/forgot-password",
  resetPassword: "POST /auth/reset-password",

  getProfile: "GET /users/profile",
  updateProfile: "PUT /users/profile",
  deleteAccount: "DELETE /users/profile",
  changePassword: "PUT /users/password",
  changeEmail: "PUT /users/email",
  resendEmailChange: "POST /users/email",
  cancelEmailChange: "DELETE /users/email",
  updateNotificationPreferences: "PUT /users/notifications",
  updateSettings: "PUT /users/settings",
  listSessions: "GET /users/sessions",
  endSession: "DELETE /users/sessions/{id}",
  exportAccount: "GET /users/export",
  openFeed: "POST /users/feed",
  closeFeed: "DELETE /users/feed",
  sendTestAlert: "POST /users/test-alert",
  listDeliveries: "GET /users/deliveries",

  listWatches: "GET /keywords",
  getWatch: "GET /keywords/{id}",
  getWatchStats: "GET /keywords/{id}/stats",
  createWatch: "POST /keywords",
  updateWatch: "PUT /keywords/{id}",
  deleteWatch: "DELETE /keywords/{id}",
  toggleWatch: "PATCH /keywords/{id}/toggle",
  setWatchesActive: "POST /keywords/active",
  deleteWatches: "POST /keywords/delete",
  previewWatch: "POST /keywords/preview",
  previewKeyword: "POST /preview",
  previewChange: "POST /keywords/{id}/preview-change",
  getReceipt: "GET /keywords/{id}/receipt",
  suggestWatches: "POST /keywords/suggest",
  explainLink: "POST /keywords/explain",
  exportWatches: "GET /keywords/export",
  importWatches: "POST /keywords/import",

  listNotifications: "GET /notifications",
  listNotificationGroups: "GET /notifications/grouped",
  listNotificationChoices: "GET /notifications/choices",
  openExport: "POST /notifications/export",
  listSavedViews: "GET /views",
  createSavedView: "POST /views",
  deleteSavedView: "DELETE /views/{id}",
  listNews: "GET /notifications/recent/popup",
  getNotification: "GET /notifications/{id}",
  getNotificationStats: "GET /notifications/stats",
  countUnread: "GET /notifications/unread/count",
  countTabs: "GET /notifications/counts",
  markRead: "PATCH /notifications/{id}/read",
  suggestExclusions: "POST /notifications/{id}/not-relevant",
  openNotification: "PATCH /notifications/{id}/open",
  markUnread: "PATCH /notifications/{id}/unread",
  archiveNotification: "PATCH /notifications/{id}/archive",
  starNotification: "PATCH /notifications/{id}/star",
  unstarNotification: "PATCH /notifications/{id}/unstar",
  markSelectedUnread: "POST /notifications/unread",
  snoozeSelected: "POST /notifications/snooze",
  starSelected: "POST /notifications/star",
  unstarSelected: "POST /notifications/unstar",
  undoChange: "POST /undo/{token}",

  getSubscriptionStatus: "GET /subscriptions/status",
  getUsage: "GET /subscriptions/usage",
  openCheckout: "POST /subscriptions/create-checkout-session",
  syncCheckout: "POST /subscriptions/sync",
  cancelSubscription: "POST /subscriptions/cancel",
  reactivateSubscription: "POST /subscriptions/reactivate",
  openBillingPortal: "POST /subscriptions/create-portal-session",

  validateSubreddit: "GET /subreddits/validate/{name}",
  searchSubreddits: "GET /subreddits/search",
  listSites: "GET /sites",
  validatePlace: "GET /places/validate",
  getCoverage: "GET /coverage",

  getPushKey: "GET /push/key",
  savePushSubscription: "POST /push/subscriptions",
  deletePushSubscription: "DELETE /push/subscriptions",

  listDestinations: "GET /destinations",
  createDestination: "POST /destinations",
  updateDestination: "PUT /destinations/{id}",
  deleteDestination: "DELETE /destinations/{id}",
  testDestination: "POST /destinations/{id}/test",
  renewSecret: "POST /destinations/{id}/secret",
  listDestinationDeliveries: "GET /destinations/{id}/deliveries",
  replayDelivery: "POST /deliveries/{id}/replay",

  listKeys: "GET /keys",
  createKey: "POST /keys",
  deleteKey: "DELETE /keys/{id}",
} as const satisfies Lines;

export type OperationName = keyof typeof calls;
/** An operation that only reads and returns JSON. Files are downloaded instead. */
export type ReadName = {
  [Name in OperationName]: (typeof calls)[Name] extends `GET ${string}`
    ? Known[Name] extends { response: z.ZodType }
      ? Name
      : never
    : never;
}[OperationName];
/** An operation that can be called without input. */
export type PlainName = {
  [Name in OperationName]: Partial<InputOf<Name>> extends InputOf<Name> ? Name : never;
}[OperationName];

type Inputs = {
  [Name in OperationName]: ParamsOf<(typeof calls)[Name]> & QueryOf<Known[Name]> & BodyOf<Known[Name]>;
};
type Responses = {
  [Name in OperationName]: Known[Name] extends { response: infer Shape extends z.ZodType }
    ? z.output<Shape>
    : undefined;
};

/** The input of an operation before parsing: path parameters, query and body, if it has any. */
export type InputOf<Name extends OperationName> = Inputs[Name];

/** The response of an operation. Undefined if it is empty. */
export type ResponseOf<Name extends OperationName> = Responses[Name];

type ParamOf<Line> = Line extends `${string}{${infer Param}}${infer Rest}` ? Param | ParamOf<Rest> : never;

type ParamsOf<Line> = [ParamOf<Line>] extends [never]
  ? { params?: undefined }
  : { params: Record<ParamOf<Line>, string> };

type QueryOf<One> = One extends { query: infer Shape extends z.ZodType }
  ? Partial<z.input<Shape>> extends z.input<Shape>
    ? { query?: z.input<Shape> }
    : { query: z.input<Shape> }
  : { query?: undefined };

type BodyOf<One> = One extends { body: infer Shape extends z.ZodType }
  ? { body: z.input<Shape> }
  : { body?: undefined };

/** The path of an operation on this origin, for requests without the client. */
export function getPath(name: PlainName): string;
export function getPath<Name extends OperationName>(name: Name, input: InputOf<Name>): string;
export function getPath(name: OperationName, input: Input = {}): string {
  return getRequest(calls[name], input).address;
}
