/** The screens that two keys lead to. */
type Screen = "/dashboard" | "/keywords" | "/notifications" | "/settings";

type RowAct =
  | "open"
  | "archive"
  | "toggle-read"
  | "star"
  | "snooze"
  | "not-relevant"
  | "select"
  | "select-range"
  | "select-group";

/** What a key does: on the row that has the focus or on all that are selected, to the focus, to the page, or leading to a screen. */
export type Deed =
  | { on: "row"; act: RowAct }
  | { on: "focus"; step: 1 | -1 }
  | { on: "page"; act: "search" | "clear" | "undo" | "help" }
  | { on: "screen"; href: Screen };

export interface Shortcut {
  /** One key, or two after one another; as the help shows it, in whatever case it is heard. */
  keys: readonly [string] | readonly [string, string];
  text: string;
  deed: Deed;
}

/** Every shortcut there is: the keys that are heard and the list in the help are both this table. */
export const shortcuts: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: "Notifications",
    shortcuts: [
      { keys: ["j"], text: "Next notification or group", deed: { on: "focus", step: 1 } },
      { keys: ["k"], text: "Previous notification or group", deed: { on: "focus", step: -1 } },
      { keys: ["o"], text: "Open the post or group", deed: { on: "row", act: "open" } },
      { keys: ["e"], text: "Archive / unarchive", deed: { on: "row", act: "archive" } },
      { keys: ["u"], text: "Mark as read / unread", deed: { on: "row", act: "toggle-read" } },
      { keys: ["s"], text: "Star / unstar", deed: { on: "row", act: "star" } },
      { keys: ["b"], text: "Snooze / unsnooze", deed: { on: "row", act: "snooze" } },
      {
        keys: ["n"],
        text: "Not relevant: hide similar posts",
        deed: { on: "row", act: "not-relevant" },
      },
      {
        keys: ["x"],
        text: "Select (e, u, s and b then apply to all selected)",
        deed: { on: "row", act: "select" },
      },
      {
        keys: ["Shift+x"],
        text: "Select a range",
        deed: { on: "row", act: "select-range" },
      },
      { keys: ["*", "g"], text: "Select group", deed: { on: "row", act: "select-group" } },
      { keys: ["Esc"], text: "Clear selection", deed: { on: "page", act: "clear" } },
      { keys: ["/"], text: "Search", deed: { on: "page", act: "search" } },
    ],
  },
  {
    title: "Everywhere",
    shortcuts: [
      { keys: ["z"], text: "Undo (within 8 seconds)", deed: { on: "page", act: "undo" } },
      { keys: ["g", "d"], text: "Go to Dashboard", deed: { on: "screen", href: "/dashboard" } },
      { keys: ["g", "k"], text: "Go to Keywords", deed: { on: "screen", href: "/keywords" } },
      { keys: ["g", "n"], text: "Go to Notifications", deed: { on: "screen", href: "/notifications" } },
      { keys: ["g", "s"], text: "Go to Settings", deed: { on: "screen", href: "/settings" } },
      { keys: ["?"], text: "Show keyboard shortcuts", deed: { on: "page", act: "help" } },
    ],
  },
];

/** What a key means after the one before it, if that was the first of two; 'more' where it is such a first itself. */
export function deedOf(key: string, before: string | null): Deed | "more" | null {
  const all = shortcuts.flatMap((part) => part.shortcuts);
  const typed = key.toLowerCase();
  const fits = ({ keys }: Shortcut) =>
    keys.length === 2
      ? keys[0] === before && keys[1] === typed
      : before === null && keys[0].toLowerCase() === typed;
  const found = all.find(fits);
  if (found !== undefined) return found.deed;
  return all.some(({ keys }) => keys.length === 2 && keys[0] === typed) ? "more" : null;
}
