import { json } from "../http";

/** Thrown for Stripe's error responses. Clients decide by `type` and `code`. */
export class Refusal extends Error {
  override name = "Refusal";

  constructor(
    readonly status: number,
    message: string,
    readonly fields: { type?: string; code?: string; param?: string } = {},
  ) {
    super(message);
  }

  respond(): Response {
    const error = { type: "invalid_request_error", ...this.fields, message: this.message };
    return json(this.status, { error });
  }
}

export function missing(kind: string, id: string, param = "id"): Refusal {
  const noun = kind.replace(/^.*\./, "").replaceAll("_", " ");
  return new Refusal(404, `No such ${noun}: '${id}'`, { code: "resource_missing", param });
}

export function wrongParameter(param: string, message: string): Refusal {
  return new Refusal(400, message, { param });
}
