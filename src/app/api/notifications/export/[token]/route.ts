import { notificationOperations } from "@/contract/operations/notifications";
import { streamExport } from "@/server/notifications/notification-export";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(notificationOperations.downloadExport, ({ params, now }) =>
    streamExport(params.token ?? "", now),
  ),
});
