import { useEffect } from 'react';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import { inScript } from './script/active-script.ts';

/** RG35: while a register is printed it ends with its address, the day, and the version of its data. */
export function usePrintFoot(version: string): void {
  useEffect(() => {
    const foot = document.createElement('p');
    foot.className = 'printed';
    const add = () => {
      foot.textContent = [window.location.href, shanghaiDate(Date.now()), inScript(version)].join('　');
      document.body.append(foot);
    };
    const remove = () => foot.remove();
    window.addEventListener('beforeprint', add);
    window.addEventListener('afterprint', remove);
    return () => {
      remove();
      window.removeEventListener('beforeprint', add);
      window.removeEventListener('afterprint', remove);
    };
  }, [version]);
}
