import { notificationOperations } from "@/contract/operations/notifications";
import { answerExport } from "@/server/notifications/notification-export";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(notificationOperations.downloadExport, ({ params, now }) =>
    answerExport(params.token ?? "", now),
  ),
});
