import type { Stripe } from "./stripe";

type Fields = Record<string, unknown>;

/**
 * Control API for Stripe.
 *
 * POST /control/stripe/act       { act, … }                 simulated actions, see acts.ts
 * POST /control/stripe/webhooks  WebhookHabits              drops, repeats or holds events back: webhooks.ts
 * POST /control/stripe/release   { order?: oldest | newest | shuffled }      { released }
 * GET  /control/stripe           { asked, events, held, subscriptions }
 */
export const stripeControls: Record<string, (sandbox: { stripe: Stripe }, fields: Fields) => object> = {
  "POST /stripe/act": ({ stripe }, { act, ...input }) => stripe.act(String(act), input),
  "POST /stripe/webhooks": ({ stripe }, fields) => Object.assign(stripe.webhooks.habits, fields),
  "POST /stripe/release": ({ stripe }, { order }) => ({
    released: stripe.webhooks.release(order === "newest" || order === "shuffled" ? order : "oldest"),
  }),
  "GET /stripe": ({ stripe }) => ({
    asked: stripe.requests,
    events: stripe.books.all("event").map(({ id, type }) => ({ id, type })),
    held: stripe.webhooks.held.length,
    subscriptions: stripe.books.all("subscription"),
  }),
};
