import { cache } from "react";
import { getFrame } from "@/server/coverage/frame";
import { requireUser } from "@/server/http/page-session";

/** Data for the page's frame, and the render time. Cached per request. */
export const requireFrame = cache(async () => {
  const user = await requireUser();
  const now = new Date();
  return { ...(await getFrame(user, now)), now };
});
