/** The parts of Stripe's API objects that we use. */

interface Thing<Kind extends string> {
  id: string;
  object: Kind;
  created: number;
  livemode: false;
}

export interface Customer extends Thing<"customer"> {
  email: string | null;
  name: string | null;
  address: Record<string, string | null> | null;
  metadata: Record<string, string>;
  currency: string | null;
  invoice_settings: { default_payment_method: string | null };
}

export interface Price extends Thing<"price"> {
  active: boolean;
  currency: string;
  nickname: string;
  product: string;
  recurring: { interval: "month" | "year"; interval_count: 1; usage_type: "licensed" };
  type: "recurring";
  unit_amount: number;
  unit_amount_decimal: string;
  billing_scheme: "per_unit";
  tax_behavior: "unspecified" | "exclusive" | "inclusive";
  metadata: Record<string, string>;
}

export interface Product extends Thing<"product"> {
  active: boolean;
  name: string;
  description: string;
  metadata: Record<string, string>;
}

export interface PromotionCode extends Thing<"promotion_code"> {
  active: boolean;
  code: string;
  promotion: { type: "coupon"; coupon: { id: string; percent_off: number; duration: "once" } };
}

export interface PaymentMethod extends Thing<"payment_method"> {
  type: "card";
  customer: string | null;
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
}

export interface CheckoutSession extends Thing<"checkout.session"> {
  mode: "subscription";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid" | "no_payment_required";
  customer: string | null;
  client_reference_id: string | null;
  subscription: string | null;
  invoice: string | null;
  success_url: string;
  cancel_url: string | null;
  url: string | null;
  expires_at: number;
  currency: string;
  amount_subtotal: number;
  amount_total: number;
  allow_promotion_codes: boolean | null;
  billing_address_collection: string | null;
  automatic_tax: { enabled: boolean; status: string | null };
  metadata: Record<string, string>;
  discounts: { promotion_code: string }[] | null;
}

export type SubscriptionStatus =
  "incomplete" | "incomplete_expired" | "active" | "past_due" | "canceled" | "unpaid" | "paused";

export interface Subscription extends Thing<"subscription"> {
  customer: string;
  status: SubscriptionStatus;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  start_date: number;
  billing_cycle_anchor: number;
  currency: string;
  collection_method: "charge_automatically";
  default_payment_method: string | null;
  latest_invoice: string | null;
  metadata: Record<string, string>;
  items: List<SubscriptionItem>;
}

export interface SubscriptionItem extends Thing<"subscription_item"> {
  subscription: string;
  price: Price;
  quantity: 1;
  current_period_start: number;
  current_period_end: number;
}

export interface Invoice extends Thing<"invoice"> {
  customer: string;
  customer_email: string | null;
  number: string;
  status: "open" | "paid" | "void" | "uncollectible";
  billing_reason: "subscription_create" | "subscription_cycle";
  currency: string;
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  total: number;
  attempt_count: number;
  attempted: boolean;
  period_start: number;
  period_end: number;
  hosted_invoice_url: string;
  parent: {
    type: "subscription_details";
    quote_details: null;
    subscription_details: { subscription: string; metadata: Record<string, string> };
  };
}

export interface InvoicePayment extends Thing<"invoice_payment"> {
  invoice: string;
  amount_requested: number;
  amount_paid: number | null;
  currency: string;
  is_default: true;
  status: "open" | "paid" | "canceled";
  payment: { type: "payment_intent"; payment_intent: string };
}

export interface PaymentIntent extends Thing<"payment_intent"> {
  amount: number;
  amount_received: number;
  currency: string;
  customer: string;
  latest_charge: string | null;
  payment_method: string | null;
  status: "succeeded" | "requires_payment_method" | "requires_action" | "canceled";
}

export interface Charge extends Thing<"charge"> {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  currency: string;
  customer: string;
  payment_intent: string;
  payment_method: string | null;
  paid: boolean;
  captured: boolean;
  refunded: boolean;
  disputed: boolean;
  failure_code: string | null;
  status: "succeeded" | "failed";
}

export interface Refund extends Thing<"refund"> {
  amount: number;
  charge: string;
  payment_intent: string;
  currency: string;
  reason: string | null;
  status: "succeeded";
  metadata: Record<string, string>;
}

export interface Dispute extends Thing<"dispute"> {
  amount: number;
  charge: string;
  payment_intent: string;
  currency: string;
  reason: string;
  status: "needs_response" | "won" | "lost";
}

export interface PortalSession extends Thing<"billing_portal.session"> {
  customer: string;
  return_url: string | null;
  url: string;
}

export interface StripeEvent extends Thing<"event"> {
  api_version: string;
  type: string;
  data: { object: Record<string, unknown> };
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
}

export interface List<T> {
  object: "list";
  url: string;
  has_more: boolean;
  data: T[];
}

export interface Kinds {
  customer: Customer;
  price: Price;
  product: Product;
  promotion_code: PromotionCode;
  payment_method: PaymentMethod;
  "checkout.session": CheckoutSession;
  subscription: Subscription;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  "billing_portal.session": PortalSession;
  event: StripeEvent;
}
export type Kind = keyof Kinds;
