import { AppError } from "@/server/platform/errors";
import { open, route } from "@/server/http/route";

const nothing = open({ takesForm: true }, () => {
  throw new AppError("NOT_FOUND");
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: nothing,
  POST: nothing,
  PUT: nothing,
  PATCH: nothing,
  DELETE: nothing,
  OPTIONS: nothing,
});
