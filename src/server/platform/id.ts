import { idText } from "@/contract/pagination";
import { AppError } from "./errors";

/** Parses an id in a path. Throws NOT_FOUND if it's malformed. */
export function getId(param: string | undefined): string {
  const parsed = idText.safeParse(param);
  if (!parsed.success) throw new AppError("NOT_FOUND");
  return parsed.data.toLowerCase();
}
