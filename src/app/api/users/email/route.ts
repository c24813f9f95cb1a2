import { emailChange } from "@/contract/account";
import { askAddressChange } from "@/server/addresses";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: user({ body: emailChange }, (call) => askAddressChange(call.user, call.body, call)),
});
