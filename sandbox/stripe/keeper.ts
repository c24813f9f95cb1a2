import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Books } from "./books";

/** Delay before saving, so related changes are saved together (ms). */
const debounceMs = 50;

/** Saves the objects in a file, so payments survive a restart. */
export class Keeper {
  #isDue = false;

  constructor(
    private readonly books: Books,
    private readonly file: string,
  ) {
    if (existsSync(file)) books.read(readFileSync(file, "utf8"));
  }

  changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => this.#write(), debounceMs);
  }

  /** Writes atomically, so a kill leaves either the old file or the new one. */
  #write(): void {
    this.#isDue = false;
    mkdirSync(path.dirname(this.file), { recursive: true });
    writeFileSync(`${this.file}.new`, this.books.written());
    renameSync(`${this.file}.new`, this.file);
  }
}
