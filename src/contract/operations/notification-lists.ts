import {
  exportAddress,
  exportedNotification,
  choicesResponse,
  choicesQuery,
  groupedResponse,
  notificationListResponse,
} from "../notification";
import {
  notificationExport,
  notificationQuery,
  savedViewResponse,
  savedViewDraft,
  savedViewsResponse,
} from "../notification-query";
import * as z from "../zod";
import { withLines, type Drafts } from "./operation";

const file = {
  media: "text/csv",
  response: z.array(exportedNotification),
  headers: { "Content-Disposition": "The file name." },
};

const listHeaders = {
  "X-Total-Count": "Total number of matching notifications.",
  "X-Next-Cursor": "Cursor for the next page; absent on the last page.",
  "X-Searched-To":
    "For searches limited to the latest 10,000: the oldest timestamp searched. Pass it as until to continue.",
};

export const notificationListOperations = withLines({
  listNotifications: {
    kind: "user",
    key: "read",
    summary:
      "List notifications by page or cursor. Filtering by keyword, subreddit, site, kind or q requires Pro",
    query: notificationQuery,
    response: notificationListResponse,
    headers: listHeaders,
    errors: ["PRO_REQUIRED", "SEARCH_TOO_BROAD"],
    limit: "notification",
  },
  listNotificationGroups: {
    kind: "user",
    key: "read",
    summary: "List notifications grouped by keyword, with the latest ten of each group",
    query: notificationQuery,
    response: groupedResponse,
    headers: listHeaders,
    errors: ["PRO_REQUIRED", "SEARCH_TOO_BROAD"],
    limit: "notification",
  },
  listNotificationChoices: {
    kind: "user",
    key: "read",
    summary: "Suggest keywords or subreddits for filters (up to 50, Pro)",
    query: choicesQuery,
    response: choicesResponse,
    errors: ["PRO_REQUIRED"],
    limit: "notification",
  },
  exportNotifications: {
    method: "GET",
    path: "/api/notifications/export",
    kind: "user",
    key: "read",
    summary: "Export matching notifications as a streamed CSV or JSON file. Search filters require Pro",
    query: notificationExport,
    ...file,
    errors: ["PRO_REQUIRED"],
    limit: "notificationExport",
  },
  openExport: {
    kind: "user",
    key: "never",
    summary:
      "Create a one-time export URL (valid for 60 seconds) for downloads that can't send a bearer token",
    body: notificationExport,
    status: 201,
    response: exportAddress,
    errors: ["PRO_REQUIRED"],
    limit: "notificationExport",
  },
  downloadExport: {
    method: "GET",
    path: "/api/notifications/export/{token}",
    kind: "open",
    summary: "Download an export with its one-time URL",
    ...file,
    errors: ["NOT_FOUND", "PRO_REQUIRED"],
  },
  listSavedViews: {
    kind: "user",
    key: "read",
    summary: "List saved views",
    response: savedViewsResponse,
    limit: "notification",
  },
  createSavedView: {
    kind: "user",
    key: "write",
    summary: "Save a view (up to 20, unique names)",
    body: savedViewDraft,
    status: 201,
    response: savedViewResponse,
    errors: ["LIMIT_REACHED"],
    limit: "notification",
  },
  deleteSavedView: {
    kind: "user",
    key: "write",
    summary: "Delete a saved view",
    errors: ["NOT_FOUND"],
    limit: "notification",
  },
} as const satisfies Drafts);
