import {
  exportAddress,
  exportedNotification,
  choicesAnswer,
  choicesQuery,
  groupedAnswer,
  notificationListAnswer,
} from "../notification";
import {
  notificationExport,
  notificationQuery,
  savedViewAnswer,
  savedViewDraft,
  savedViewsAnswer,
} from "../notification-query";
import * as z from "../zod";
import type { Operations } from "./operation";

const file = {
  media: "text/csv",
  answer: z.array(exportedNotification),
  headers: { "Content-Disposition": "The file's name." },
};

const listHeaders = {
  "X-Total-Count": "How many notifications fit the query.",
  "X-Next-Cursor": "Where the next page begins; absent on the last.",
  "X-Searched-To":
    "Of a search that looked through the newest 10,000 alone: the oldest of them. until= goes on from there.",
};

/** What is listed, kept as a view and taken along. */
export const notificationListOperations = {
  listNotifications: {
    method: "GET",
    path: "/api/notifications",
    kind: "user",
    key: "read",
    summary:
      "Notifications by page or cursor; keyword, subreddit, site, kind and q are search, a part of Pro",
    query: notificationQuery,
    answer: notificationListAnswer,
    headers: listHeaders,
    errors: ["PRO_REQUIRED"],
    limit: "notification",
  },
  listNotificationGroups: {
    method: "GET",
    path: "/api/notifications/grouped",
    kind: "user",
    key: "read",
    summary: "Notifications by keyword, each group with its newest ten",
    query: notificationQuery,
    answer: groupedAnswer,
    headers: listHeaders,
    errors: ["PRO_REQUIRED"],
    limit: "notification",
  },
  listNotificationChoices: {
    method: "GET",
    path: "/api/notifications/choices",
    kind: "user",
    key: "read",
    summary: "Keywords or subreddits of the notifications held, up to 50 that contain a text; a part of Pro",
    query: choicesQuery,
    answer: choicesAnswer,
    errors: ["PRO_REQUIRED"],
    limit: "notification",
  },
  exportNotifications: {
    method: "GET",
    path: "/api/notifications/export",
    kind: "user",
    key: "read",
    summary:
      "All notifications that fit the lists' filters as a file, CSV or JSON, sent while it is read; keyword, subreddit, site, kind and q are a part of Pro",
    query: notificationExport,
    ...file,
    errors: ["PRO_REQUIRED"],
    limit: "notificationExport",
  },
  openExport: {
    method: "POST",
    path: "/api/notifications/export",
    kind: "user",
    key: "never",
    summary: "An address of that file for who can't send a bearer with a download: once, for 60 seconds",
    body: notificationExport,
    status: 201,
    answer: exportAddress,
    errors: ["PRO_REQUIRED"],
    limit: "notificationExport",
  },
  downloadExport: {
    method: "GET",
    path: "/api/notifications/export/{token}",
    kind: "open",
    summary: "The file of such an address",
    ...file,
    errors: ["NOT_FOUND", "PRO_REQUIRED"],
  },
  listSavedViews: {
    method: "GET",
    path: "/api/views",
    kind: "user",
    key: "read",
    summary: "The lists of notifications that are kept under a name",
    answer: savedViewsAnswer,
    limit: "notification",
  },
  createSavedView: {
    method: "POST",
    path: "/api/views",
    kind: "user",
    key: "write",
    summary: "Keep the filters of a list under a name, 20 at most; a name is taken once",
    body: savedViewDraft,
    status: 201,
    answer: savedViewAnswer,
    errors: ["LIMIT_REACHED"],
    limit: "notification",
  },
  deleteSavedView: {
    method: "DELETE",
    path: "/api/views/{id}",
    kind: "user",
    key: "write",
    summary: "Forget a view",
    errors: ["NOT_FOUND"],
    limit: "notification",
  },
} as const satisfies Operations;
