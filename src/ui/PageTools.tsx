import { useState } from 'react';

/** Buttons for the page as a whole. They need scripts, so the stylesheet hides them without scripts. */
export function PageTools({ copyLink = true }: { copyLink?: boolean }) {
  const [copied, setCopied] = useState(false);
  return (
    <div className="tools needs-script">
      <button type="button" onClick={() => window.print()}>
        打印
      </button>
      {copyLink && (
        <button type="button" onClick={() => copy(window.location.href).then(setCopied)}>
          <span aria-live="polite">{copied ? '已复制' : '复制链接'}</span>
        </button>
      )}
    </div>
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
