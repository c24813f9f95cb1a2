"use client";

import { useEffect } from "react";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  interface Window {
    /** What was done before the screen's scripts listened: values by their field, and what was pressed or sent last. */
    earlyInput?: { values: Map<Field, string | boolean>; act?: () => void; listening: AbortController };
  }
}

/**
 * Runs where it stands, in the head: nothing is typed or pressed before it listens. What it hears is kept from React, which
 * would set fields back to what was served and then be told that nothing changed.
 */
const script = `(()=>{
const values=new Map,listening=new AbortController,early=window.earlyInput={values,listening};
const hear=e=>{
const t=e.target,button=e.type==="click"&&t.closest("button"),isTick=/^(checkbox|radio)$/.test(t.type);
if(button)early.act=()=>button.click();
else if(e.type==="submit")early.act=()=>t.requestSubmit();
else if(e.type!=="click")values.set(t,isTick?t.checked:t.value);
else if(!isTick)return;
if(button||e.type==="submit")e.preventDefault();
e.stopImmediatePropagation()};
for(const type of["input","change","click","submit"])addEventListener(type,hear,{capture:true,signal:listening.signal})
})()`;

/** Does what was typed, chosen and pressed before the screen's scripts were there, once they are: nothing is lost. */
export function EarlyInput({ nonce }: { nonce: string | undefined }) {
  useEffect(() => {
    const early = window.earlyInput;
    if (early === undefined) return;
    delete window.earlyInput;
    early.listening.abort();
    for (const [field, value] of early.values) if (field.isConnected) tell(field, value);
    // After the screen knows the values.
    setTimeout(() => early.act?.());
  }, []);
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

/** React hears of a value only where it differs from the last one that was set through the field itself. */
function tell(field: Field, value: string | boolean): void {
  if (typeof value === "boolean") {
    (field as HTMLInputElement).checked = !value;
    field.click();
    return;
  }
  field.value = `${value} `;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}
