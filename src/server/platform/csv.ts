import Papa from "papaparse";

/** What a spreadsheet would take for a formula, behind the quotes that keep another cell from being one. */
const formula = /^'*[=+\-@\t\r\n]/;

/** Rows as CSV, each with its line's end. What a spreadsheet would reckon with is kept from it by a quote in front. */
export function csvText(rows: readonly (readonly unknown[])[]): string {
  return `${Papa.unparse(rows as unknown[][], { escapeFormulae: formula, newline: "\r\n" })}\r\n`;
}

/** The text of a cell as it was before `csvText`. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
