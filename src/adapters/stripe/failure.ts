/** Stripe could not be reached, or refused what should have been right: nothing is known of what it did. */
export class StripeFailure extends Error {
  override name = "StripeFailure";

  constructor(
    readonly code: string,
    /** Stripe as a whole is out of reach, whatever is asked. */
    readonly isOutage: boolean,
    options?: ErrorOptions,
  ) {
    super(`stripe: ${code}`, options);
  }
}
