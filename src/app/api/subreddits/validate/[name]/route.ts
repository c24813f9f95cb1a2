import { placeOperations } from "@/contract/operations/places";
import { open, route } from "@/server/http/route";
import { getBearer } from "@/server/accounts/sessions";
import { validatePlace } from "@/server/reading/places";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(placeOperations.validateSubreddit, async ({ request, params, now }) => {
    // An expired token still identifies an account.
    const caller = (await getBearer(request, now)) === null ? "anonymous" : "lookup";
    return validatePlace(params.name ?? "", caller, now);
  }),
});
