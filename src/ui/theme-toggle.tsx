"use client";

import { SunMoon } from "lucide-react";
import { useSyncExternalStore } from "react";
import { IconButton } from "./icon-button";
import { chooseTheme, currentTheme, onThemeChange } from "./theme";

export function ThemeToggle({ className }: { className?: string }) {
  const theme = useSyncExternalStore(onThemeChange, currentTheme, () => null);
  return (
    <IconButton
      label="Toggle light and dark mode"
      aria-pressed={theme === null ? undefined : theme === "dark"}
      hasTooltip={false}
      className={className}
      onClick={() => chooseTheme(theme === "dark" ? "light" : "dark")}
    >
      <SunMoon />
    </IconButton>
  );
}
