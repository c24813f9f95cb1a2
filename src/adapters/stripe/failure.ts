/** Stripe was unreachable or rejected a valid request. We don't know whether it was executed. */
export class StripeFailure extends Error {
  override name = "StripeFailure";

  constructor(
    readonly code: string,
    readonly isOutage: boolean,
    options?: ErrorOptions,
  ) {
    super(`stripe: ${code}`, options);
  }
}
