import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { CONSOLE } from '#wire/console-paths.ts';
import { Confirm } from '../parts/Confirm.tsx';

/** Asks before a link or the browser leaves a form that has changes; what was typed is kept all the same. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const navigate = useNavigate();
  const [to, setTo] = useState('');
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const stop = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      const isHere = link && link.target !== '_blank' && link.origin === location.origin && (link.pathname === CONSOLE || link.pathname.startsWith(`${CONSOLE}/`));
      if (!isHere || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || link.getAttribute('href')?.startsWith('#')) return;
      event.preventDefault();
      event.stopPropagation();
      setTo((link.pathname.slice(CONSOLE.length) || '/') + link.search);
    };
    addEventListener('beforeunload', ask);
    document.addEventListener('click', stop, true);
    return () => {
      removeEventListener('beforeunload', ask);
      document.removeEventListener('click', stop, true);
    };
  }, [isDirty]);
  if (to === '') return null;
  return (
    <Confirm title="有未保存的修改" action="离开" onConfirm={async () => void navigate(to)} onClose={() => setTo('')}>
      离开后，已填写的内容留在当前浏览器标签页里，再次打开这个表单可以继续填写。
    </Confirm>
  );
}
