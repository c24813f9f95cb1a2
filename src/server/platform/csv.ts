import Papa from "papaparse";

/** Start of a cell that spreadsheets would treat as a formula. It can already be quoted. */
const formula = /^'*[=+\-@\t\r\n]/;

/** CRLF after each row. Quotes formulas, which spreadsheets would otherwise run. */
export function csvText(rows: readonly (readonly unknown[])[]): string {
  return `${Papa.unparse(rows as unknown[][], { escapeFormulae: formula, newline: "\r\n" })}\r\n`;
}

/** Reverses the formula escaping of `csvText`. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
