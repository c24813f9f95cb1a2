/** The product's colors and shapes, with dark mode by the system's setting. */
export const mailboxStyle = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(oklch(0.979 0.005 135), oklch(0.185 0.016 208));
  --surface: light-dark(oklch(1 0 0), oklch(0.226 0.018 208));
  --sunken: light-dark(oklch(0.955 0.008 145), oklch(0.264 0.020 208));
  --line: light-dark(oklch(0.905 0.010 160), oklch(0.325 0.020 208));
  --line-strong: light-dark(oklch(0.620 0.020 195), oklch(0.570 0.022 208));
  --ink: light-dark(oklch(0.235 0.028 215), oklch(0.955 0.008 150));
  --ink-2: light-dark(oklch(0.425 0.024 210), oklch(0.810 0.014 180));
  --ink-3: light-dark(oklch(0.510 0.022 208), oklch(0.715 0.016 195));
  --accent: light-dark(oklch(0.430 0.074 212), oklch(0.800 0.088 196));
  --accent-text: light-dark(oklch(0.405 0.070 213), oklch(0.835 0.084 194));
  --on-accent: light-dark(oklch(1 0 0), oklch(0.200 0.030 212));
  --accent-soft: light-dark(oklch(0.944 0.022 200), oklch(0.300 0.042 208));
  --bad: light-dark(oklch(0.480 0.170 18), oklch(0.800 0.105 14));
  --bad-soft: light-dark(oklch(0.956 0.022 12), oklch(0.300 0.058 14));
  --warn: light-dark(oklch(0.470 0.098 68), oklch(0.845 0.110 80));
  --warn-soft: light-dark(oklch(0.958 0.040 82), oklch(0.305 0.046 75));
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--canvas); color: var(--ink);
  font: 400 14px/1.5 "Schibsted Grotesk", ui-sans-serif, system-ui, "Segoe UI", Roboto, sans-serif;
}
a { color: var(--accent-text); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.page { max-width: 64rem; margin: 0 auto; padding: 24px 20px 40px; }
.brand { display: flex; align-items: center; gap: 12px; margin-bottom: 20px; }
.brand svg { flex: none; }
h1 { font-size: 26px; line-height: 1.2; font-weight: 650; letter-spacing: -.022em; margin: 0; overflow-wrap: anywhere; }
.brand p { margin: 2px 0 0; color: var(--ink-3); font-size: 13px; }
.bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-bottom: 16px; }
.bar input {
  flex: 1 1 14rem; max-width: 24rem; height: 36px; padding: 0 12px; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--line-strong); border-radius: 8px;
}
.bar input::placeholder { color: var(--ink-3); opacity: 1; }
button, .button {
  display: inline-flex; align-items: center; height: 36px; padding: 0 14px; font: inherit; font-weight: 550; cursor: pointer;
  color: var(--ink); background: var(--surface); border: 1px solid var(--line-strong); border-radius: 8px; text-decoration: none;
}
button:hover, .button:hover { background: var(--sunken); }
.count { color: var(--ink-3); font-size: 13px; margin-left: auto; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.mails { list-style: none; margin: 0; padding: 0; }
.mails li + li { border-top: 1px solid var(--line); }
.mails a {
  display: grid; grid-template-columns: 13rem minmax(0, 1fr) auto; gap: 2px 16px; padding: 12px 20px;
  color: inherit; text-decoration: none;
}
.mails a:hover { background: var(--accent-soft); }
.mails a:focus-visible { outline-offset: -2px; border-radius: 12px; }
.mails .to, .mails .subject, .mails .preview { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.mails .to { color: var(--ink-2); }
.mails strong { font-weight: 600; color: var(--ink); }
.mails a:visited strong { color: var(--ink-3); }
.mails .preview { grid-column: 2 / -1; }
.mails .preview, .mails time { color: var(--ink-3); }
.mails time { font-size: 13px; white-space: nowrap; }
.badge { font-size: 12px; line-height: 20px; font-weight: 550; padding: 0 8px; border-radius: 999px; display: inline-block; }
.bounced { color: var(--bad); background: var(--bad-soft); }
.complained { color: var(--warn); background: var(--warn-soft); }
.delivered { color: var(--ink-2); background: var(--sunken); }
.empty { padding: 56px 24px; text-align: center; color: var(--ink-2); }
.empty h2 { font-size: 16px; font-weight: 650; color: var(--ink); margin: 0 0 4px; }
.empty p { margin: 0; }
.pages { display: flex; gap: 8px; justify-content: center; margin-top: 16px; }
.reading { display: flex; flex-direction: column; min-height: 100dvh; padding-bottom: 24px; }
.back { font-weight: 550; text-decoration: none; margin-bottom: 12px; align-self: flex-start; }
.meta { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 16px; margin: 12px 0 16px; }
.meta dt { color: var(--ink-3); }
.meta dd { margin: 0; overflow-wrap: anywhere; }
.tabs { display: flex; flex-wrap: wrap; gap: 4px; margin-bottom: 12px; }
.tabs a { padding: 6px 14px; border-radius: 8px; text-decoration: none; font-weight: 550; color: var(--ink-2); }
.tabs a:hover { background: var(--sunken); }
.tabs a[aria-current] { background: var(--accent); color: var(--on-accent); }
.tabs form { margin-left: auto; }
.tabs button { height: 33px; }
.part:has(iframe) { flex: 1; display: flex; flex-direction: column; }
iframe { flex: 1; width: 100%; min-height: 30rem; border: 0; background: #fff; color-scheme: light dark; }
pre { margin: 0; padding: 20px; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.6 ui-monospace, Menlo, Consolas, monospace; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 10px 20px; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
tr:first-child > * { border-top: 0; }
th { font-weight: 550; color: var(--ink-2); white-space: nowrap; width: 1%; }
@media (max-width: 42rem) {
  .page { padding: 16px 16px 32px; }
  .mails a { grid-template-columns: minmax(0, 1fr) auto; padding: 12px 16px; }
  .mails time { grid-area: 1 / 2; }
  .mails .subject, .mails .preview { grid-column: 1 / -1; }
  th { white-space: normal; }
}
`;

/** The product's logo. */
export const mark = `<svg width="36" height="36" viewBox="0 0 32 32" fill="none" aria-hidden="true"><rect width="32" height="32" rx="8.5" fill="#005866"/><path d="M21.2 18A6.7 6.7 0 1 0 18.8 23.1" stroke="#fff" stroke-width="3.1"/><path d="M8.2 18h14.4" stroke="#f1f154" stroke-width="3.1"/><path d="M17 6.2A12 12 0 0 1 26.3 15.4" stroke="#9adfe0" stroke-width="2.4" stroke-linecap="round"/></svg>`;
