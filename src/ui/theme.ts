/** What a user can choose; 'system' is the absence of a local choice. */
export type ThemeChoice = "system" | "light" | "dark";
export type Theme = "light" | "dark";

/** The local choice's place in the browser. */
export const themeKey = "theme";

const isTheme = (value: unknown): value is Theme => value === "light" || value === "dark";
const listeners = new Set<() => void>();

/** Runs in the head before anything is painted. The account's theme needs no script: see tokens and theme.css. */
export const themeScript = `try{var t=localStorage.getItem("${themeKey}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`;

/** Makes a choice this browser's own: at once, for the other tabs, and for the next time. 'system' takes it back. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === "system") localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, choice);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  applyTheme(choice);
}

/** What the account says from now on, where this browser has no choice of its own; without asking for the page anew. */
export function adoptAccountTheme(choice: ThemeChoice): void {
  for (const frame of document.querySelectorAll<HTMLElement>("[data-account-theme]")) {
    frame.dataset.accountTheme = choice;
  }
  for (const listener of listeners) listener();
}

/** Local choice, then the account's, then the system's. */
export function currentTheme(): Theme {
  const root = document.documentElement;
  if (isTheme(root.dataset.theme)) return root.dataset.theme;
  const account = root.querySelector<HTMLElement>("[data-account-theme]")?.dataset.accountTheme;
  if (isTheme(account)) return account;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** This browser's own choice, null where it follows the account. */
export function localTheme(): Theme | null {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : null;
}

/** Tells of every change of the theme that is shown: the toggle, another tab, the system. */
export function onThemeChange(listener: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const followTab = (event: StorageEvent) => {
    if (event.key === themeKey || event.key === null)
      applyTheme(isTheme(event.newValue) ? event.newValue : "system");
  };
  listeners.add(listener);
  system.addEventListener("change", listener);
  window.addEventListener("storage", followTab);
  return () => {
    listeners.delete(listener);
    system.removeEventListener("change", listener);
    window.removeEventListener("storage", followTab);
  };
}

function applyTheme(choice: ThemeChoice): void {
  if (choice === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  for (const listener of listeners) listener();
}
