import { userOperations } from "@/contract/operations/users";
import { open, route } from "@/server/http/route";
import { muteByToken, mutePage } from "@/server/delivery/mute-page";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(userOperations.showMute, ({ params }) => mutePage(params.token ?? "")),
  POST: open(userOperations.mute, ({ params, now }) => muteByToken(params.token ?? "", now)),
});
