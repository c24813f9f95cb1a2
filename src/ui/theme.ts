export type ThemeChoice = "system" | "light" | "dark";
export type Theme = "light" | "dark";

export const themeKey = "theme";

const isTheme = (value: unknown): value is Theme => value === "light" || value === "dark";
const listeners = new Set<() => void>();

/** Runs in the head before the first paint. The account's theme needs no script: see tokens.css. */
export const themeScript = `try{var t=localStorage.getItem("${themeKey}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`;

/** Stores this browser's theme and applies it immediately, including in other tabs. 'system' removes it. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === "system") localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, choice);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  applyTheme(choice);
}

/** Applies a changed account theme without a page reload. Browsers with a local choice keep it. */
export function adoptAccountTheme(choice: ThemeChoice): void {
  for (const frame of document.querySelectorAll<HTMLElement>("[data-account-theme]")) {
    frame.dataset.accountTheme = choice;
  }
  for (const listener of listeners) listener();
}

/** The local choice, otherwise the account's theme, otherwise the system's. */
export function currentTheme(): Theme {
  const root = document.documentElement;
  if (isTheme(root.dataset.theme)) return root.dataset.theme;
  const account = root.querySelector<HTMLElement>("[data-account-theme]")?.dataset.accountTheme;
  if (isTheme(account)) return account;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** This browser's own choice; null if it follows the account. */
export function localTheme(): Theme | null {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : null;
}

/** Notifies of theme changes by the toggle, another tab or the system. */
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
