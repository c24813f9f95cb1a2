import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NounReference } from "@/features/developers/noun-reference";
import { listedNouns, getReference } from "@/server/http/openapi/reference";

interface Props {
  params: Promise<{ noun: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${getReference((await params).noun)?.title ?? "Page not found"} · Developers` };
}

export default async function NounPage({ params }: Props) {
  const noun = getReference((await params).noun);
  if (noun === null) notFound();
  return <NounReference nouns={listedNouns()} noun={noun} />;
}
