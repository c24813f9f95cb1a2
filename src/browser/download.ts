import { AppError } from "@/contract/errors";
import { api } from "./api";
import { browserTokens } from "./tokens";
import { getPath, type PlainName } from "./operation-types";
import { errorOfLimit, getRateLimited } from "./rate-limit";

/** Downloads a file. Sends another request first, so the token is fresh. Throws AppError. */
export async function download(name: PlainName, fileName: string): Promise<void> {
  await api.read("getProfile");
  const token = browserTokens.read()?.token ?? "";
  const response = await fetch(getPath(name), { headers: { Authorization: `Bearer ${token}` } });
  if (response.status === 429)
    throw errorOfLimit(getRateLimited(await response.json(), response.headers.get("retry-after")));
  if (!response.ok) throw new AppError("INTERNAL_ERROR");
  const url = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement("a"), { href: url, download: fileName });
  link.click();
  URL.revokeObjectURL(url);
}
