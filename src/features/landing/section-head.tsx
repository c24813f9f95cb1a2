import { sectionTitle } from "./measures";

export function SectionHead({ id, title, text }: { id: string; title: string; text?: string }) {
  return (
    <div className="mb-8 max-w-160 sm:mb-12">
      <h2 id={id} className={sectionTitle}>
        {title}
      </h2>
      {text !== undefined && <p className="mt-4 text-17 text-ink-2">{text}</p>}
    </div>
  );
}
