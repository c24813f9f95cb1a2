/** Styles of the write page, in addition to the mailbox's. */
export const writeStyle = `
:root {
  --accent-hover: light-dark(oklch(0.365 0.064 214), oklch(0.860 0.080 194));
  --ok: light-dark(oklch(0.450 0.105 152), oklch(0.820 0.120 155));
  --ok-soft: light-dark(oklch(0.948 0.040 155), oklch(0.300 0.050 158));
  --ok-line: light-dark(oklch(0.800 0.085 155), oklch(0.455 0.080 156));
  --bad-line: light-dark(oklch(0.820 0.085 14), oklch(0.490 0.110 14));
}
h2 { font-size: 16px; line-height: 1.4; font-weight: 650; letter-spacing: -.01em; margin: 0; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.note { border: 1px solid; border-radius: 12px; padding: 12px 16px; margin-bottom: 20px; }
.note.ok { background: var(--ok-soft); border-color: var(--ok-line); }
.note.bad { background: var(--bad-soft); border-color: var(--bad-line); }
.note.ok strong { color: var(--ok); }
.note.bad strong, .note.bad a { color: var(--bad); }
.note ul { margin: 4px 0 0; padding-left: 20px; }
.desk { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 20px; align-items: stretch; margin-bottom: 32px; }
.sheet { display: flex; flex-direction: column; gap: 14px; padding: 20px; overflow: visible; }
.field { display: flex; flex-direction: column; gap: 4px; }
.field:has(textarea) { flex: 1; }
.field label { font-weight: 550; }
.field input, .field select, .field textarea, .filter input {
  width: 100%; min-height: 40px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--line-strong); border-radius: 8px;
}
.field textarea { flex: 1; resize: vertical; line-height: 1.5; }
.field ::placeholder, .filter ::placeholder { color: var(--ink-3); opacity: 1; }
.field [aria-invalid] { border-color: var(--bad); }
.about { margin: 0; color: var(--ink-3); font-size: 13px; }
.about.wrong { color: var(--bad); font-weight: 550; }
.row { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; justify-content: flex-end; }
.check { display: inline-flex; align-items: center; gap: 8px; min-height: 40px; margin-right: auto; }
.check input { width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
.primary { height: 40px; padding: 0 20px; background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.primary:hover { background: var(--accent-hover); border-color: var(--accent-hover); }
.heading { justify-content: space-between; margin-bottom: 12px; }
.filter { display: flex; gap: 8px; }
.filter input { flex: 0 1 13rem; width: 13rem; min-width: 0; height: 36px; min-height: 0; padding: 0 12px; }
.filter > * { white-space: nowrap; }
.entries { list-style: none; margin: 0; padding: 0; }
.entries li { padding: 12px 20px; }
.entries li + li { border-top: 1px solid var(--line); }
.entries .fresh { background: var(--ok-soft); }
.entries p { margin: 0; }
.origin { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; position: relative; padding-right: 4.5rem; font-size: 13px; color: var(--ink-3); }
.origin a { font-weight: 550; text-decoration: none; }
.origin a:hover { text-decoration: underline; }
.answer { position: absolute; top: 0; right: 0; }
.words { overflow-wrap: anywhere; text-wrap: pretty; unicode-bidi: plaintext; }
.words strong { font-weight: 600; }
.under { color: var(--ink-3); font-size: 13px; }
.text { color: var(--ink-2); max-width: 60rem; }
@media (max-width: 42rem) {
  .sheet, .entries li { padding: 16px; }
  .entries li { padding-block: 12px; }
}
`;
