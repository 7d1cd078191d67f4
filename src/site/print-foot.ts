import { useEffect } from 'react';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import { inScript } from '#ui/script/active-script.ts';

/** RG35: while a register is printed it ends with its address, the day, and the version of its data (`data-version`). */
export function usePrintFoot(): void {
  useEffect(() => {
    const foot = document.createElement('p');
    foot.className = 'printed';
    const add = () => {
      const version = document.querySelector<HTMLElement>('[data-version]')?.dataset.version;
      if (!version) return;
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
  }, []);
}
