import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Books } from "./books";

/** So long after a change the rest of what belongs to it has happened too. */
const settleMs = 50;

/** Keeps the books in a file, so that who paid yesterday has still paid today. */
export class Keeper {
  #isDue = false;

  constructor(
    private readonly books: Books,
    private readonly file: string,
  ) {
    if (existsSync(file)) books.read(readFileSync(file, "utf8"));
  }

  /** Something has changed. */
  changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => this.#write(), settleMs);
  }

  /** In one step: a kill leaves the old file or the new one. */
  #write(): void {
    this.#isDue = false;
    mkdirSync(path.dirname(this.file), { recursive: true });
    writeFileSync(`${this.file}.new`, this.books.written());
    renameSync(`${this.file}.new`, this.file);
  }
}
