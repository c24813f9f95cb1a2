import { cache } from "react";
import { getFrame } from "@/server/coverage/frame";
import { requireUser } from "@/server/http/page-session";

export const requireFrame = cache(async () => {
  const user = await requireUser();
  const now = new Date();
  return { ...(await getFrame(user, now)), now };
});
