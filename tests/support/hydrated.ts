/** Runs in the page: true if its scripts control its buttons and fields, so clicks and keys take effect. */
export function isHydrated(): boolean {
  const controls = [...document.querySelectorAll("button, input, select, textarea")];
  const isControlled = (control: Element) =>
    Object.keys(control).some((key) => key.startsWith("__reactProps$"));
  const isStatic = document.querySelector('script[src*="/_next/"]') === null;
  // React sets the properties before it commits. `EarlyInput` deletes `earlyInput` after that.
  const isCommitted = !("earlyInput" in window);
  return document.readyState === "complete" && (isStatic || (isCommitted && controls.every(isControlled)));
}
