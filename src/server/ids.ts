import { v7 } from "uuid";

/** A new entity id: UUIDv7, so that ids sort by creation. */
export function newId(): string {
  return v7();
}
