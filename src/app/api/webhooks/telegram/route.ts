import { systemOperations } from "@/contract/operations/machine";
import { route, webhook } from "@/server/http/route";
import { handleTelegramUpdate } from "@/server/operation/telegram-updates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: webhook(systemOperations.handleTelegramUpdate, ({ request, bytes }) =>
    handleTelegramUpdate(request.headers, bytes),
  ),
});
