import { SearchOutlined } from '@ant-design/icons';
import { Suspense, useEffect, useState } from 'react';
import { ErrorGuard } from '../../parts/ErrorGuard.tsx';
import { lazyPart } from '../../parts/lazy-part.ts';
import type { Command } from './commands.ts';
import './search-field.css';

const SearchDialog = lazyPart(() => import('./SearchDialog.tsx').then((file) => file.SearchDialog));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** CS1: the search in the header, which Ctrl+K opens from anywhere but another dialog. */
export function SearchField({ commands }: { commands: readonly Command[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      if (event.defaultPrevented || document.querySelector('dialog[open], .ant-modal-wrap:not([style*="none"])'))
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button
        type="button"
        className="search-field"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <SearchOutlined aria-hidden />
        <span className="search-field-words">查找文章、人员、登记表、页面，或输入命令</span>
        <kbd aria-hidden>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <ErrorGuard>
          <Suspense>
            <SearchDialog commands={commands} onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorGuard>
      )}
    </>
  );
}
