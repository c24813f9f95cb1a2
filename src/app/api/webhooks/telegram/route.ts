import { systemOperations } from "@/contract/operations/machine";
import { route, webhook } from "@/server/http/route";
import { takeTelegramUpdate } from "@/server/operation/telegram-updates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: webhook(systemOperations.takeTelegramUpdate, ({ request, bytes }) =>
    takeTelegramUpdate(request.headers, bytes),
  ),
});
