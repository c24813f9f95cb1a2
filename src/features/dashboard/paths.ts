/** The calls of the dashboard; also the keys of their data. */
export const paths = {
  watches: "/keywords?limit=5",
  recent: "/notifications?status=all&limit=3",
  stats: "/notifications/stats",
  unread: "/notifications/unread/count",
  status: "/subscriptions/status",
} as const;

/** How many rows a list of the dashboard shows. */
export const shownRows = 3;
