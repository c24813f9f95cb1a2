"use client";

import { useEffect } from "react";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  interface Window {
    /** Input from before hydration: values by field, and the last click or submit. */
    earlyInput?: { values: Map<Field, string | boolean>; act?: () => void; listening: AbortController };
  }
}

/** Inlined in `<head>` to listen early. Hides events until hydration: React would reset the fields. */
const script = `(()=>{
const values=new Map,listening=new AbortController,early=window.earlyInput={values,listening};
const hear=e=>{
const t=e.target,part=e.type==="click"&&t.closest("a,button,label,input,[data-row]"),
isPlain=!(e.altKey||e.ctrlKey||e.metaKey||e.shiftKey),isCarried=[...values.keys()].some(f=>f.name==="email"),
delayed=isPlain&&isCarried?"a[href^='/'],button,[data-row]":"button,[data-row]",
pressed=part&&part.matches(delayed)?part:null,isTick=/^(checkbox|radio)$/.test(t.type);
if(pressed)early.act=()=>pressed.click();
else if(e.type==="submit")early.act=()=>t.requestSubmit();
else if(e.type!=="click")values.set(t,isTick?t.checked:t.value);
else if(!isTick)return;
if(pressed||e.type==="submit")e.preventDefault();
e.stopImmediatePropagation()};
for(const type of["input","change","click","submit"])addEventListener(type,hear,{capture:true,signal:listening.signal})
})()`;

/**
 * Replays early input after hydration: typed text, choices and the last click on a button or a row. After
 * an email address, links wait too: the next form is filled with it.
 */
export function EarlyInput({ nonce }: { nonce: string | undefined }) {
  useEffect(() => {
    const early = window.earlyInput;
    if (early === undefined) return;
    delete window.earlyInput;
    early.listening.abort();
    for (const [field, value] of early.values) if (field.isConnected) report(field, value);
    // Wait until React has processed the values.
    setTimeout(() => early.act?.());
  }, []);
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

/** React only notices a change if the value differs from the last one set through the field's own setter. */
function report(field: Field, value: string | boolean): void {
  if (typeof value === "boolean") {
    (field as HTMLInputElement).checked = !value;
    field.click();
    return;
  }
  field.value = `${value} `;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}
