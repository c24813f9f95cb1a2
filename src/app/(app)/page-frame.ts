import { cache } from "react";
import { getFrame } from "@/server/coverage/frame";
import { requireUser } from "@/server/http/page-session";

/** What stands around the page that is asked for, and the moment it is made at. Asked once a request. */
export const requireFrame = cache(async () => {
  const user = await requireUser();
  const now = new Date();
  return { ...(await getFrame(user, now)), now };
});
