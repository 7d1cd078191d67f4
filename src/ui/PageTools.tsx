import { useState } from 'react';
import { shanghaiDate } from '#rules/shanghai-date.ts';

/** Buttons for the page as a whole. They need scripts, so the stylesheet hides them without scripts. */
export function PageTools({ copyLink = true, cite }: { copyLink?: boolean; cite?: string | undefined }) {
  return (
    <div className="tools needs-script">
      <button type="button" onClick={() => window.print()}>
        打印
      </button>
      {copyLink && <Copy title="复制链接" text={() => window.location.href} />}
      {cite !== undefined && <Copy title="复制引用" text={() => citation(cite)} />}
    </div>
  );
}

/** RG35: what the page is called, the version of its data, where and when it was read. */
const citation = (version: string): string =>
  [document.title, version, window.location.href, `访问于 ${shanghaiDate(Date.now())}`].join('，');

function Copy({ title, text }: { title: string; text: () => string }) {
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
