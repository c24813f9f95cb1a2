"use client";

import { useEffect } from "react";
import { signupIntent, type SignupIntent } from "@/browser/signup-intent";

export function PreserveIntent({ plan, keyword }: SignupIntent) {
  useEffect(() => {
    if (plan === undefined && keyword === undefined) return;
    signupIntent.save({ ...signupIntent.read(), ...(plan && { plan }), ...(keyword && { keyword }) });
  }, [plan, keyword]);
  return null;
}
