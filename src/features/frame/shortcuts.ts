type Screen = "/dashboard" | "/keywords" | "/notifications" | "/settings";

export type RowAct =
  | "open"
  | "archive"
  | "toggle-read"
  | "star"
  | "snooze"
  | "not-relevant"
  | "follow"
  | "select"
  | "select-range"
  | "select-group";

export type ShortcutAction =
  | { on: "row"; act: RowAct }
  | { on: "focus"; step: 1 | -1 }
  | { on: "page"; act: "search" | "show-new" | "clear" | "undo" | "help" }
  | { on: "screen"; href: Screen };

export interface Shortcut {
  /** One key or a sequence of two, as shown in the help. Matching ignores case. */
  keys: readonly [string] | readonly [string, string];
  text: string;
  action: ShortcutAction;
}

/** All shortcuts, used for both key handling and the help. */
export const shortcuts: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: "Move",
    shortcuts: [
      { keys: ["j"], text: "Next notification", action: { on: "focus", step: 1 } },
      { keys: ["k"], text: "Previous notification", action: { on: "focus", step: -1 } },
      { keys: ["."], text: "Show new matches", action: { on: "page", act: "show-new" } },
      { keys: ["o"], text: "Open the post or group", action: { on: "row", act: "open" } },
      { keys: ["/"], text: "Search", action: { on: "page", act: "search" } },
      { keys: ["?"], text: "Show keyboard shortcuts", action: { on: "page", act: "help" } },
    ],
  },
  {
    title: "One match",
    shortcuts: [
      { keys: ["e"], text: "Archive / unarchive", action: { on: "row", act: "archive" } },
      { keys: ["u"], text: "Mark as read / unread", action: { on: "row", act: "toggle-read" } },
      { keys: ["s"], text: "Star / unstar", action: { on: "row", act: "star" } },
      { keys: ["b"], text: "Snooze / unsnooze", action: { on: "row", act: "snooze" } },
      {
        keys: ["n"],
        text: "Not relevant: hide similar posts",
        action: { on: "row", act: "not-relevant" },
      },
      { keys: ["f"], text: "Follow / unfollow the thread", action: { on: "row", act: "follow" } },
      { keys: ["z"], text: "Undo (within 8 seconds)", action: { on: "page", act: "undo" } },
    ],
  },
  {
    title: "Several",
    shortcuts: [
      {
        keys: ["x"],
        text: "Select (e, u, s and b then apply to all selected)",
        action: { on: "row", act: "select" },
      },
      {
        keys: ["Shift+x"],
        text: "Select a range",
        action: { on: "row", act: "select-range" },
      },
      { keys: ["*", "g"], text: "Select group", action: { on: "row", act: "select-group" } },
      { keys: ["Esc"], text: "Clear selection", action: { on: "page", act: "clear" } },
    ],
  },
  {
    title: "Go to",
    shortcuts: [
      { keys: ["g", "d"], text: "Go to Dashboard", action: { on: "screen", href: "/dashboard" } },
      { keys: ["g", "k"], text: "Go to Keywords", action: { on: "screen", href: "/keywords" } },
      { keys: ["g", "n"], text: "Go to Notifications", action: { on: "screen", href: "/notifications" } },
      { keys: ["g", "s"], text: "Go to Settings", action: { on: "screen", href: "/settings" } },
    ],
  },
];

/** `before`: the previous key. Returns 'more' for the first key of a two-key shortcut. */
export function actionForKey(key: string, before: string | null): ShortcutAction | "more" | null {
  const all = shortcuts.flatMap((part) => part.shortcuts);
  const typed = key.toLowerCase();
  const fits = ({ keys }: Shortcut) =>
    keys.length === 2
      ? keys[0] === before && keys[1] === typed
      : before === null && keys[0].toLowerCase() === typed;
  const found = all.find(fits);
  if (found !== undefined) return found.action;
  return all.some(({ keys }) => keys.length === 2 && keys[0] === typed) ? "more" : null;
}
