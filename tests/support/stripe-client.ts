import Stripe from "stripe";

/** The official SDK, connected to a sandbox. Without retries, so tests see every response. */
export function stripeClient(port: number, key = "sk_test_sandbox"): Stripe {
  const http = Stripe.createNodeHttpClient();
  return new Stripe(key, {
    host: "127.0.0.1",
    port,
    protocol: "http",
    maxNetworkRetries: 0,
    httpClient: {
      getClientName: () => "node",
      makeRequest: (host, at, path, ...rest) => http.makeRequest(host, at, `/stripe${path}`, ...rest),
    },
  });
}

/** Creates a checkout for the monthly price, by default for maya@example.com. */
export async function newCheckout(stripe: Stripe, customer?: string): Promise<Stripe.Checkout.Session> {
  const owner = customer ?? (await stripe.customers.create({ email: "maya@example.com" })).id;
  return stripe.checkout.sessions.create({
    mode: "subscription",
    customer: owner,
    line_items: [{ price: "price_monthly", quantity: 1 }],
    allow_promotion_codes: true,
    success_url: "http://127.0.0.1/done?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://127.0.0.1/back",
  });
}

/** A form submission as sent by a browser. */
export function typed(fields: Record<string, string>): RequestInit {
  return { method: "POST", body: new URLSearchParams(fields), redirect: "manual" };
}
