import { idText } from "@/contract/pagination";
import { AppError } from "./errors";

/** An id from a path; a malformed one is answered like one that doesn't exist: NOT_FOUND. */
export function idOf(param: string | undefined): string {
  const parsed = idText.safeParse(param);
  if (!parsed.success) throw new AppError("NOT_FOUND");
  return parsed.data.toLowerCase();
}
