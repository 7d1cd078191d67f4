import { useState, type ReactNode } from 'react';

/** Buttons for the page as a whole. They need scripts, so the stylesheet hides them without scripts. */
export function PageTools({ copyLink = true, children }: { copyLink?: boolean; children?: ReactNode }) {
  return (
    <div className="tools needs-script">
      <button type="button" onClick={() => window.print()}>
        打印
      </button>
      {copyLink && <CopyButton title="复制链接" text={() => window.location.href} />}
      {children}
    </div>
  );
}

/** Says so once it has copied. */
export function CopyButton({ title, text }: { title: string; text: () => string }) {
  const [copied, setCopied] = useState(false);
  return (
    <button type="button" onClick={() => copy(text()).then(setCopied)}>
      <span aria-live="polite">{copied ? '已复制' : title}</span>
    </button>
  );
}

/** The clipboard exists only on secure origins; the older command also works on plain http inside a firm's network. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}
