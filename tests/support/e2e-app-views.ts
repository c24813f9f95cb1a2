import type { View, Viewer } from "./e2e-view";

const menu = ["Dashboard", "Keywords", "Notifications", "Subscription", "Settings", "Sign out"];
const stats = ["Active Keywords", "Total Notifications", "Today's Matches", "This Week"];
const both = ["Recent Keywords", "Recent Notifications"];
const settings = [
  ...["Saved automatically", "Notification Preferences", "Email notifications", "Display Settings"],
  ...["Account Information", "Verified", "Data & Privacy", "Data Collection", "Required", "Analytics"],
  ...["Real-time (immediate)", "Hourly digest", "Daily digest", "System Default", "Light", "Dark"],
];
const plans = ["Free Plan", "$0", "Keywords used", "$9.99", "CAD per month"];

/** The texts that each account sees, by path. */
const shown: Record<string, Record<Exclude<Viewer, "nobody">, readonly string[]>> = {
  "/dashboard": {
    empty: [
      ...["Welcome back, Maya!", ...stats, ...both, ...menu],
      ...["No keywords set up yet", "Add your first keyword", "No notifications yet"],
    ],
    full: ["Welcome back, Maya!", ...stats, ...both, "Upgrade to Pro", "Active", "Inactive"],
    pro: ["Welcome back, Noor!", ...stats, ...both],
  },
  "/keywords": {
    empty: ["0 keywords, 0 active", "No keywords set up yet", "Add Keyword", "Add your first keyword"],
    full: ["3 keywords, 2 active", "Add Keyword"],
    pro: ["24 keywords, 24 active", "Add Keyword"],
  },
  "/notifications": {
    empty: ["No notifications found", "You're all caught up! No unread notifications."],
    full: ["Just now", "2d ago", "r/smallbusiness"],
    pro: ["Previous", "Next", "Page 1 of 2"],
  },
  "/coverage": {
    empty: ["Coverage", "No places yet", "Add a keyword"],
    full: ["Coverage", "Read today", "Your places", "Your 5 places on Reddit", "ends March 2027", "Gaps"],
    pro: ["Coverage", "Last checked", "Delay p50", "Delay p95", "Gaps in 7 days", "Limits"],
  },
  "/settings": { empty: settings, full: settings, pro: settings },
  "/subscription": {
    empty: [...plans, "Upgrade to Pro", "Monthly", "Yearly", "Save 17%"],
    full: [...plans, "Upgrade to Pro", "Monthly", "Yearly", "Save 17%"],
    pro: ["Pro Member", "Pro Plan", "Reactivate Subscription", "Manage Billing"],
  },
};
export const appViews: View[] = Object.entries(shown).flatMap(([path, byViewer]) =>
  (["empty", "full", "pro"] as const).map((who) => ({
    name: `${path.slice(1)}, ${who}`,
    path,
    who,
    texts: byViewer[who],
  })),
);
